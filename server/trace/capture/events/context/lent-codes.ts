import { indexOfRange, type Range, union } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';
import { rangesAround } from '#trace/state/code-ranges.ts';
import { gap } from '#trace/state/issue-facts.ts';
import type { WorkOrderFacts } from '#trace/work-order-facts.ts';
import { codesOf, type EventInput } from './event-input.ts';

interface Lent extends Range {
  readonly lineId: number | null;
}

/**
 * Codes that are leased to work orders of a line. Labels that are left of one order may be used up for the next on the same line,
 * which the reconciliation of both tells; those of another line are not at hand.
 */
export class LentCodes {
  readonly #lent: readonly Lent[];
  readonly #elsewhere = new Map<number | null, readonly Range[]>();

  constructor(lent: readonly Lent[] = []) {
    this.#lent = lent;
  }

  /** Reads the leases around the codes that events put on products, pack into or scrap; `orders` are those of the events. */
  static async read(
    sql: Connection,
    inputs: readonly EventInput[],
    orders: ReadonlyMap<number, WorkOrderFacts>,
    named: Float64Array = codesToLookFor(inputs),
  ): Promise<LentCodes> {
    if (named.length === 0) return new LentCodes();
    const ranges = rangesAround(named, gap);
    const lines = new Set(Array.from(orders.values(), ({ lineId }) => lineId ?? 0));
    // Goods that get another code may be of no known order.
    const isOfOne = lines.size === 1 && !inputs.some(({ act: eventType }) => eventType === 'replace');
    const [line] = isOfOne ? lines : [];
    return new LentCodes(
      await sql<Lent[]>`
        select l.first_id as first, l.last_id - l.returned as last, o.line_id as "lineId"
        from unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) as r (first, last)
        join code_lease l on int8range(l.first_id, l.last_id - l.returned + 1) && int8range(r.first, r.last, '[]')
        join work_order o on o.id = l.work_order_id
        where o.line_id is distinct from ${line ?? 0}`,
    );
  }

  /** Those of some codes that are leased to orders of other lines than this order's. */
  elsewhere({ lineId }: Pick<WorkOrderFacts, 'lineId'>, codes: readonly number[]): readonly number[] {
    if (this.#lent.length === 0) return [];
    const ranges = this.#elsewhere.getOrInsertComputed(lineId, () =>
      union(this.#lent.filter((lent) => lent.lineId !== lineId)),
    );
    return ranges.length === 0 ? [] : codes.filter((code) => indexOfRange(ranges, code) >= 0);
  }
}

/** The codes of events that must not be leased to other lines, sorted. */
function codesToLookFor(inputs: readonly EventInput[]): Float64Array {
  const codes = inputs.flatMap((input) => {
    if (input.act === 'replace') return input.successor;
    return 'workOrderId' in input && input.act !== 'print' ? codesOf(input) : [];
  });
  return Float64Array.from(codes).sort();
}
