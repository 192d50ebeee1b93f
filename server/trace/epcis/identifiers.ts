import type { PlaceRef } from '../places.ts';
import type { EpcOf } from './epcs.ts';
import type { Glns } from './glns.ts';
import { lgtin, pgln, sgln } from './gs1-keys.ts';
import type { PartyRef } from './handovers.ts';
import type { RecordedEvent, RecordedLot } from './recorded-events.ts';

/** Kinds of places that a location can be; goods under way or in quarantine are at a document. */
const locations: ReadonlySet<PlaceRef['kind']> = new Set(['warehouse', 'factory', 'line', 'ship_to', 'dealer']);

/**
 * The URIs of what events tell: GS1 keys where there are any, else addresses of the enterprise that are made of ids, which never
 * change. The same thing has the same URI in every document.
 */
export class Identifiers {
  readonly #url: string;
  readonly #epcs: EpcOf;
  readonly #glns: Glns;

  constructor(url: string, epcs: EpcOf, glns: Glns) {
    this.#url = url;
    this.#epcs = epcs;
    this.#glns = glns;
  }

  code = (id: number): string => this.#epcs.uriOf(id);

  /** A code as it is printed. */
  text = (id: number): string => this.#epcs.textOf(id);

  /** The event of an event; one of several of an event ends in what it is about. */
  event(eventType: number, ...part: readonly string[]): string {
    return [`${this.#url}/event/${eventType}`, ...part.map(encodeURIComponent)].join('/');
  }

  /** The event in which an event put something into a package, or took it out. */
  packing(eventType: number, step: 'packing' | 'unpacking', parent: number): string {
    return this.event(eventType, step, this.text(parent));
  }

  place(place: PlaceRef | null): string | undefined {
    if (!place || !locations.has(place.kind)) return undefined;
    const known = this.#glns.ofPlace(place);
    return known ? sgln(known.gln, known.extension) : `${this.#url}/place/${place.kind}/${place.ref}`;
  }

  position({ position }: RecordedEvent): string | undefined {
    return position ? `geo:${position.latitude},${position.longitude}` : undefined;
  }

  party(party: PartyRef): string {
    const gln = this.#glns.ofParty(party);
    if (gln !== undefined) return pgln(gln);
    return party === 'enterprise' ? `${this.#url}/party/enterprise` : `${this.#url}/party/${party.kind}/${party.ref}`;
  }

  /** A document: with the enterprise's GLN as CBV forms it, else below the enterprise's address. */
  transaction(kind: 'waybill' | 'return' | 'work-order', no: string): string {
    const [gln, own] = [this.#glns.ofParty('enterprise'), encodeURIComponent(no)];
    return gln === undefined ? `${this.#url}/${kind}/${own}` : `urn:epcglobal:cbv:bt:${gln}:${own}`;
  }

  /** The class of a whole lot, without serial numbers. */
  lot({ no, productId }: RecordedLot): string {
    const gtin = this.#epcs.gtinOf(productId);
    const key = gtin === null ? undefined : lgtin(gtin, no);
    return key ?? `${this.#url}/lot/${productId}/${encodeURIComponent(no)}`;
  }
}
