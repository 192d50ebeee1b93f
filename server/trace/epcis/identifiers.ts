import { toGtin14 } from '@suyuan/codes/carrier/carrier.ts';
import { linkOf } from '@suyuan/codes/epc/canonical-link.ts';
import { gs1CheckDigit } from '@suyuan/codes/format/check.ts';
import { ruleSpan } from '#identity/deciphering.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { eventsNaming } from '../flow/events-about.ts';
import { readProducts } from '../goods.ts';
import type { PlaceRef } from '../places.ts';
import { readCodes } from '../state/code-records.ts';
import { type EventRow, eventIdOf, spanEventId } from './event-ids.ts';
import type { PartyRef } from './handovers.ts';
import type { OwnUris } from './own-uri.ts';
import type { RecordedEvent, RecordedLot } from './recorded-events.ts';

/** Kinds of places that a location can be; goods under way or in quarantine are at a document. */
const locations: ReadonlySet<PlaceRef['kind']> = new Set(['warehouse', 'factory', 'line', 'ship_to', 'dealer']);

/**
 * The URIs of what events name: GS1 keys where there are any, else tags that are made of printed codes, and of ids, which never change.
 * The same thing has the same URI in every document.
 */
export class Identifiers {
  readonly #own: OwnUris;
  readonly #epcs: EpcOf;
  readonly #glns: Glns;

  constructor(own: OwnUris, epcs: EpcOf, glns: Glns) {
    this.#own = own;
    this.#epcs = epcs;
    this.#glns = glns;
  }

  code = (id: number): string => this.#epcs.uriOf(id);

  /** The event of a row; one of several of a row follows from what it is about, too. */
  event(row: EventRow, ...part: readonly string[]): string {
    return eventIdOf(row, ...part);
  }

  /** The event of a row about ranges of codes in which a span of them is. */
  span(row: EventRow, index: number): string {
    return spanEventId(row, index);
  }

  /** The event in which a row put something into a package, or took it out. */
  packing(row: EventRow, step: 'packing' | 'unpacking', parent: number): string {
    return eventIdOf(row, step, String(parent));
  }

  place(place: PlaceRef | null): string | undefined {
    if (!place || !locations.has(place.kind)) return undefined;
    const gln = this.#glns.ofPlace(place);
    return gln ? sgln(gln) : this.#own.of('place', place.kind, place.ref);
  }

  position({ position }: RecordedEvent): string | undefined {
    return position ? positionUri(position) : undefined;
  }

  party(party: PartyRef): string {
    const gln = this.#glns.ofParty(party);
    if (gln !== undefined) return pgln(gln);
    return party === 'enterprise' ? this.#own.of('party', 'enterprise') : this.#own.of('party', party.kind, party.ref);
  }

  /** A document: with the enterprise's GLN as CBV forms it. */
  transaction(kind: 'waybill' | 'return' | 'work-order', no: string): string {
    const gln = this.#glns.ofParty('enterprise');
    return gln === undefined ? this.#own.of(kind, no) : `urn:epcglobal:cbv:bt:${gln}:${encodeURIComponent(no)}`;
  }

  /** The class of a whole lot, without serial numbers. */
  lot({ no, productId }: RecordedLot): string {
    const gtin = this.#epcs.gtinOf(productId);
    const key = gtin === null ? undefined : lgtin(gtin, no);
    return key ?? this.#own.of('lot', productId, no);
  }
}

/** Where somebody stood, in degrees. */
export const positionUri = ({ latitude, longitude }: NonNullable<RecordedEvent['position']>): string =>
  `geo:${latitude},${longitude}`;

/** The identifiers of codes and products. */
export interface EpcOf {
  uriOf(code: number): string;
  gtinOf(product: number): string | null;
}

/** What is needed to say what events are in the words of EPCIS. */
export interface EpcReading {
  readonly sql: Connection;
  readonly rules: Pick<RuleBook, 'texts'>;
  readonly own: OwnUris;
}

interface RuleRow {
  readonly id: number;
  readonly level: number;
  readonly check_name: string;
}

/**
 * Units and inner packs of a product with a GTIN are SGTINs, and codes of a rule of SSCCs are these. Others are tags of what is
 * printed.
 */
export async function epcsOf(
  { sql, rules, own }: EpcReading,
  named: readonly number[],
  products: readonly number[],
): Promise<EpcOf> {
  const codes = [...new Set(named)];
  const formats = await rulesOf(sql);
  const traded = codes.filter((code) => (formats.get(ruleOf(code))?.level ?? 1) <= 2);
  const [texts, records] = await Promise.all([rules.texts(sql, codes), readCodes(sql, traded)]);
  const goodsOf = (code: number) => {
    const record = records.get(code);
    return record && records.goodsOf(record);
  };
  const lastProduct = await lastProductsOf(
    sql,
    traded.filter((code) => !goodsOf(code)?.gtin),
  );
  const productRows = await readProducts(sql, [...new Set([...products, ...lastProduct.values()])]);
  const gtins = new Map(productRows.map(({ product_id, gtin }) => [product_id, gtin]));
  const gtinOf = (product: number): string | null => gtins.get(product) ?? null;
  const textOf = (code: number): string => texts.get(code) ?? '';
  const gtinOfCode = (code: number) => goodsOf(code)?.gtin ?? gtinOf(lastProduct.get(code) ?? 0);
  const keyOf = (code: number): string | undefined => {
    const { level, check_name } = formats.get(ruleOf(code)) ?? { level: 1, check_name: '' };
    if (level > 2) return check_name === 'gs1' ? sscc(textOf(code)) : undefined;
    const gtin = gtinOfCode(code);
    return gtin === null ? undefined : sgtin(gtin, textOf(code));
  };
  return { gtinOf, uriOf: (code) => keyOf(code) ?? own.of('code', textOf(code)) };
}

/**
 * The products that codes were on last: an event that was declared wrong has the name that it was told by, whatever it is read with.
 */
async function lastProductsOf(sql: Connection, codes: readonly number[]): Promise<Map<number, number>> {
  if (codes.length === 0) return new Map();
  const codesOf = Map.groupBy(await eventsNaming(sql, codes), ({ event }) => event);
  if (codesOf.size === 0) return new Map();
  const events = await sql<{ id: number; product_id: number }[]>`
    select id, product_id from trace_event where id ${among(sql, [...codesOf.keys()])} and product_id is not null
    order by event_time, id`;
  return new Map(
    events.flatMap(({ id, product_id }) =>
      (codesOf.get(id) ?? []).map(({ code }): [number, number] => [code, product_id]),
    ),
  );
}

const ruleOf = (code: number): number => Math.floor(code / ruleSpan);

async function rulesOf(sql: Connection): Promise<Map<number, RuleRow>> {
  const rows = await sql<RuleRow[]>`select id, level, check_name from code_rule`;
  return new Map(rows.map((row) => [row.id, row]));
}

export interface PlaceGln {
  readonly gln: string;
  readonly extension: string | null;
}

/** The Global Location Numbers of places and parties that have one. */
interface Glns {
  ofPlace(place: PlaceRef): PlaceGln | undefined;
  ofParty(party: PartyRef): string | undefined;
}

const places = {
  warehouse: { table: 'warehouse', extends: true },
  factory: { table: 'factory', extends: true },
  line: { table: 'production_line', extends: true },
  ship_to: { table: 'ship_to', extends: true },
  dealer: { table: 'dealer', extends: false },
} as const;
type Located = keyof typeof places;

const isLocated = (kind: string): kind is Located => kind in places;

/** Reads the GLNs of places and parties, and of the enterprise. */
export async function readGlns(
  sql: Connection,
  placeRefs: readonly PlaceRef[],
  parties: readonly PartyRef[],
): Promise<Glns> {
  const refs = [...placeRefs, ...parties.flatMap((party) => (party === 'enterprise' ? [] : [party]))];
  const [[enterprise], ...glns] = await Promise.all([
    sql<{ gln: string }[]>`select gln from enterprise where gln is not null`,
    ...[...Map.groupBy(refs, ({ kind }) => kind)].map(async ([kind, ofKind]) =>
      isLocated(kind) ? glnsOf(sql, kind, [...new Set(ofKind.map(({ ref }) => ref))]) : [],
    ),
  ]);
  const byPlace = new Map(glns.flat());
  return {
    ofPlace: ({ kind, ref }) => byPlace.get(`${kind} ${ref}`),
    ofParty: (party) => (party === 'enterprise' ? enterprise?.gln : byPlace.get(`${party.kind} ${party.ref}`)?.gln),
  };
}

async function glnsOf(sql: Connection, kind: Located, ids: readonly number[]): Promise<[string, PlaceGln][]> {
  const { table, extends: hasExtension } = places[kind];
  const rows = await sql<(PlaceGln & { id: number })[]>`
    select id, gln, ${hasExtension ? sql`gln_extension` : sql`null`} as extension
    from ${sql(table)} where id ${among(sql, ids)} and gln is not null`;
  return rows.map(({ id, gln, extension }) => [`${kind} ${id}`, { gln, extension }]);
}

/** What GS1 allows in serial numbers and lots: 20 of these characters (AI encodable character set 82). */
const anyOf82 = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/** The SGTIN of a unit or inner pack; undefined if its code cannot be a serial number. */
const sgtin = (gtin: string, serial: string): string | undefined =>
  anyOf82.test(serial) ? gs1Key('01', toGtin14(gtin), { ai: '21', value: serial }) : undefined;

/** The LGTIN of a lot; undefined if its number cannot be one of GS1. */
const lgtin = (gtin: string, lot: string): string | undefined =>
  anyOf82.test(lot) ? gs1Key('01', toGtin14(gtin), { ai: '10', value: lot }) : undefined;

/** The SSCC of a logistic unit; undefined if its code is none. */
const sscc = (code: string): string | undefined =>
  /^\d{18}$/.test(code) && gs1CheckDigit(code.slice(0, -1)) === code.at(-1) ? gs1Key('00', code) : undefined;

/** The SGLN of a place. */
export const sgln = ({ gln, extension }: PlaceGln): string =>
  gs1Key('414', gln, extension === null ? undefined : { ai: '254', value: extension });

/** The PGLN of a party. */
export const pgln = (gln: string): string => gs1Key('417', gln);

// As canonical Digital Links, which stay the same when the server gets another address.
const gs1Key = (ai: string, value: string, qualifier?: { readonly ai: string; readonly value: string }): string =>
  linkOf({ ai, value, qualifier });
