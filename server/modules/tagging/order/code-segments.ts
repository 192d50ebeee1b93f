import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import type { OrderFacts, OrderRange } from './code-target.ts';

/** Values that differ from those of the order; null means the value of the order. */
export interface SegmentFacts {
  readonly product_id: number | null;
  readonly lot: string | null;
  readonly production_date: string | null;
  readonly closure_id: number | null;
  /** The work order that the codes are meant for. */
  readonly work_order_id: number | null;
}

export interface Segment extends Range, SegmentFacts {
  readonly order_id: number;
}

export const asOrdered: SegmentFacts = {
  product_id: null,
  lot: null,
  production_date: null,
  closure_id: null,
  work_order_id: null,
};

/** Returns the new facts of a piece, whose codes all have the same ones. */
export type Revision = (facts: SegmentFacts, order: OrderFacts) => SegmentFacts;

/**
 * Computes the segments after ranges are revised: pieces outside the ranges stay, equal neighbours are merged, and pieces
 * without differences from their order have no segment. Both lists must be sorted and free of overlaps.
 */
export function revised(
  segments: readonly Segment[],
  ranges: readonly OrderRange[],
  revise: Revision,
): { segments: Segment[]; changed: number } {
  const bounds = [...new Set([...segments, ...ranges].flatMap(({ first, last }) => [first, last + 1]))].sort(
    (a, b) => a - b,
  );
  const after: { -readonly [Key in keyof Segment]: Segment[Key] }[] = [];
  let changed = 0;
  let s = 0;
  let r = 0;
  bounds.slice(0, -1).forEach((first, at) => {
    const last = (bounds[at + 1] as number) - 1;
    while ((segments[s]?.last ?? Number.POSITIVE_INFINITY) < first) s++;
    while ((ranges[r]?.last ?? Number.POSITIVE_INFINITY) < first) r++;
    const segment = holding(segments[s], first);
    const range = holding(ranges[r], first);
    if (!segment && !range) return;
    const before = segment ?? asOrdered;
    const facts = range ? revise(before, range.order) : before;
    if (!isSame(before, facts)) changed += last - first + 1;
    if (isSame(facts, asOrdered)) return;
    const order_id = segment?.order_id ?? (range as OrderRange).order.id;
    const previous = after.at(-1);
    if (previous && previous.last + 1 === first && previous.order_id === order_id && isSame(previous, facts)) {
      previous.last = last;
    } else {
      const { product_id, lot, production_date, closure_id, work_order_id } = facts;
      after.push({ first, last, order_id, product_id, lot, production_date, closure_id, work_order_id });
    }
  });
  return { segments: after, changed };
}

const holding = <R extends Range>(range: R | undefined, id: number): R | undefined =>
  range && range.first <= id && id <= range.last ? range : undefined;

const isSame = (a: SegmentFacts, b: SegmentFacts): boolean =>
  a.product_id === b.product_id &&
  a.lot === b.lot &&
  a.production_date === b.production_date &&
  a.closure_id === b.closure_id &&
  a.work_order_id === b.work_order_id;

/** Revises ranges in the database, and resolves to the number of changed codes. The caller has locked the orders. */
export async function reviseSegments(
  db: Kysely<Schema>,
  ranges: readonly OrderRange[],
  revise: Revision,
): Promise<number> {
  const before = await segmentsOf(db, ranges);
  const { segments: after, changed } = revised(before, ranges, revise);
  const keysAfter = new Set(after.map(keyOf));
  const keysBefore = new Set(before.map(keyOf));
  await remove(
    db,
    before.filter((segment) => !keysAfter.has(keyOf(segment))),
  );
  await insert(
    db,
    after.filter((segment) => !keysBefore.has(keyOf(segment))),
  );
  return changed;
}

const keyOf = (segment: Segment): string =>
  JSON.stringify(Object.entries(segment).sort(([a], [b]) => (a < b ? -1 : 1)));

async function segmentsOf(db: Kysely<Schema>, ranges: readonly OrderRange[]): Promise<Segment[]> {
  const first = ranges[0]?.first;
  const last = ranges.at(-1)?.last;
  if (first === undefined || last === undefined) return [];
  const orders = [...new Set(ranges.map(({ order }) => order.id))];
  return db
    .selectFrom('code_segment')
    .select(['first_id as first', 'last_id as last', 'order_id', 'product_id', 'lot', 'closure_id', 'work_order_id'])
    .select(ksql<string | null>`to_char(code_segment.production_date, 'YYYY-MM-DD')`.as('production_date'))
    .where('order_id', 'in', orders)
    .where('last_id', '>=', first)
    .where('first_id', '<=', last)
    .orderBy('first_id')
    .execute();
}

async function remove(db: Kysely<Schema>, segments: readonly Segment[]): Promise<void> {
  if (segments.length === 0) return;
  const firsts = segments.map(({ first }) => first);
  await ksql`delete from code_segment where first_id = any(${firsts}::bigint[])`.execute(db);
}

async function insert(db: Kysely<Schema>, segments: readonly Segment[]): Promise<void> {
  if (segments.length === 0) return;
  const column = <Key extends keyof Segment>(key: Key) => segments.map((segment) => segment[key]);
  await ksql`
    insert into code_segment (first_id, last_id, order_id, product_id, lot, production_date, closure_id, work_order_id)
    select * from unnest(
      ${column('first')}::bigint[], ${column('last')}::bigint[], ${column('order_id')}::bigint[],
      ${column('product_id')}::bigint[], ${column('lot')}::text[], ${column('production_date')}::date[],
      ${column('closure_id')}::bigint[], ${column('work_order_id')}::bigint[]
    )`.execute(db);
}
