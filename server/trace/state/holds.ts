import type { Connection } from '#platform/database/database.ts';
import { type CodeRecord, goodsIn } from './code-record.ts';
import type { CodeRecords } from './code-records.ts';

/** What goods are on hold for: a recall, or a quality hold. */
export interface HoldDocument {
  readonly kind: 'recall' | 'quality_hold';
  readonly id: number;
}

/** A lot of a product. */
export interface LotOf {
  readonly id: number;
  readonly productId: number;
}

/** What one hold is about: a whole lot, a code with everything packed in it, or whatever is at a place. */
export type HeldGoods = { readonly lot: LotOf } | { readonly code: number } | { readonly placeId: number };

/** Whole lots, single codes with all that lies in them, and whatever is at places. */
export interface Kept {
  readonly lots?: readonly number[];
  readonly codes?: readonly number[];
  readonly places?: readonly number[];
  /** Codes that were released one by one: the document does not hold them, whatever else it holds. */
  readonly exempt?: readonly number[];
}

/** Goods as holds see them. */
export interface Holdable {
  /** The code, and those of the packages around it. */
  readonly codes: readonly number[];
  readonly lots: readonly number[];
  readonly place: number | null;
}

/** The goods that a code stands for, as holds see them. */
export function holdableOf(codes: CodeRecords, record: CodeRecord): Holdable {
  const lots = goodsIn(record).flatMap(({ lotId }) => lotId ?? []);
  return { codes: codes.with(record), lots, place: codes.placeOf(record) };
}

/** What goods are held by, and for what. */
export interface HeldBy {
  readonly document: HoldDocument;
  readonly by: { readonly code: number } | { readonly lotId: number } | { readonly placeId: number };
}

interface HoldRow {
  readonly code: number | null;
  readonly lot_id: number | null;
  readonly place_id: number | null;
  readonly exempts: boolean;
  readonly recall_id: number | null;
  readonly quality_hold_id: number | null;
}

type Subject = keyof Kept;

/** Counts, by document: a lot or code may be held several times. */
type Counts = Map<string, number>;

/** All holds in force. They are few, so all of them are read. */
export class Holds {
  readonly #of: Readonly<Record<Subject, Map<number, Counts>>> = {
    lots: new Map(),
    codes: new Map(),
    places: new Map(),
    exempt: new Map(),
  };

  static async read(sql: Connection): Promise<Holds> {
    const rows = await sql<HoldRow[]>`
      select code, lot_id, place_id, exempts, recall_id, quality_hold_id from hold where released_at is null`;
    const holds = new Holds();
    for (const row of rows) {
      const [subject, id] = subjectOf(row);
      holds.#count(documentOf(row), { [subject]: [id] }, 1);
    }
    return holds;
  }

  /** The codes that are held themselves. */
  get codes(): number[] {
    return this.#held('codes');
  }

  /** The places whose goods are held. */
  get places(): number[] {
    return this.#held('places');
  }

  #held(subject: 'codes' | 'places'): number[] {
    return [...this.#of[subject]].flatMap(([id, counts]) =>
      [...counts.values()].some((count) => count > 0) ? id : [],
    );
  }

  /** Whether nothing at all is on hold, as is usual. */
  get none(): boolean {
    return this.#of.codes.size + this.#of.lots.size + this.#of.places.size === 0;
  }

  keep(document: HoldDocument, subjects: Kept): void {
    this.#count(document, subjects, 1);
  }

  letGo(document: HoldDocument, subjects: Kept): void {
    this.#count(document, subjects, -1);
  }

  /** The first hold on goods that is found: on their code or a package around it, their lot, or their place. */
  heldBy(goods: Holdable): HeldBy | undefined {
    return this.#over(goods).next().value;
  }

  isHeldFor(document: HoldDocument, goods: Holdable): boolean {
    return this.#over(goods).some((hold) => keyOf(hold.document) === keyOf(document));
  }

  /** The documents that hold goods, and those that have released them one by one. */
  documentsOf(goods: Holdable): { readonly holding: HoldDocument[]; readonly releasing: HoldDocument[] } {
    const distinct = (all: readonly HoldDocument[]) => [...new Map(all.map((one) => [keyOf(one), one])).values()];
    return {
      holding: distinct(
        this.#over(goods)
          .map(({ document }) => document)
          .toArray(),
      ),
      releasing: distinct(goods.codes.flatMap((code) => this.#documents('exempt', code))),
    };
  }

  *#over({ codes, lots, place }: Holdable): Generator<HeldBy, undefined> {
    const exempt = new Set(codes.flatMap((code) => this.#documents('exempt', code)).map(keyOf));
    const all = [
      ...codes.map((code) => ({ by: { code }, documents: this.#documents('codes', code) })),
      ...lots.map((lotId) => ({ by: { lotId }, documents: this.#documents('lots', lotId) })),
      ...(place === null ? [] : [{ by: { placeId: place }, documents: this.#documents('places', place) }]),
    ];
    for (const { by, documents } of all) {
      for (const document of documents) if (!exempt.has(keyOf(document))) yield { by, document };
    }
  }

  #documents(subject: Subject, id: number): HoldDocument[] {
    const counts = this.#of[subject].get(id);
    if (!counts) return [];
    return [...counts].flatMap(([key, count]) => (count > 0 ? [documentIn(key)] : []));
  }

  #count(document: HoldDocument, subjects: Kept, change: 1 | -1): void {
    const key = keyOf(document);
    for (const [subject, ids] of Object.entries(subjects) as [Subject, readonly number[]][]) {
      for (const id of ids) {
        const counts = this.#of[subject].getOrInsertComputed(id, () => new Map());
        counts.set(key, (counts.get(key) ?? 0) + change);
      }
    }
  }
}

function subjectOf({ code, lot_id, place_id, exempts }: HoldRow): [Subject, number] {
  if (code !== null) return [exempts ? 'exempt' : 'codes', code];
  return lot_id === null ? ['places', place_id as number] : ['lots', lot_id];
}

/** The document of a hold; one from before recalls were kept with it stands for itself. */
const documentOf = ({ recall_id, quality_hold_id }: HoldRow): HoldDocument =>
  quality_hold_id === null ? { kind: 'recall', id: recall_id ?? 0 } : { kind: 'quality_hold', id: quality_hold_id };

const keyOf = ({ kind, id }: HoldDocument): string => `${kind} ${id}`;

function documentIn(key: string): HoldDocument {
  const [kind, id] = key.split(' ') as [HoldDocument['kind'], string];
  return { kind, id: Number(id) };
}
