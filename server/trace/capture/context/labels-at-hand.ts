import { isDeepStrictEqual } from 'node:util';
import { indexOfRange, type Range, rangesOf, union } from '@suyuan/codes/sets/ranges.ts';
import { maxCodes } from '@suyuan/contract/plant/device/device.ts';
import type { Connection } from '#platform/database/database.ts';
import { madeOf } from '../../figures/figures.ts';
import type { WorkOrderFacts } from '../../services.ts';
import type { EventRef } from '../../state/code-record.ts';
import { gap, rangesAround } from '../../state/issue-facts.ts';
import { codesOf, type EventInput, type PrintEvent } from './event-input.ts';

interface Lent extends Range {
  readonly lineId: number | null;
}

/**
 * Codes that are leased to work orders of a line. Labels that are left of one order may be used up for the next on the same line,
 * which the reconciliation of both shows; those of another line are not at hand.
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
    codes: Float64Array = codesToLookFor(inputs),
  ): Promise<LentCodes> {
    if (codes.length === 0) return new LentCodes();
    const ranges = rangesAround(codes, gap);
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
        where o.line_id is distinct from ${line ?? 0}
        order by l.first_id, l.id`,
    );
  }

  /** Whether the same codes are leased. */
  equals(other: LentCodes): boolean {
    return isDeepStrictEqual(this.#lent, other.#lent);
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
  const codes = inputs.flatMap((input) => (input.act === 'replace' ? input.successor : codesOf(input)));
  return Float64Array.from(codes).sort();
}

interface Printed {
  readonly event: EventRef;
  readonly ranges: readonly Range[];
}

interface PrintedRow {
  readonly id: number;
  readonly event_time: Date;
  readonly work_order_id: number | null;
  readonly product_id: number | null;
  readonly lot_id: number | null;
  readonly by_person: boolean;
  readonly first_id: number;
  readonly last_id: number;
}

/** The labels that were printed before the events of a group, by the orders and codes that these name. */
export class PrintedLabels {
  readonly #printed: Printed[];

  constructor(prints: Printed[]) {
    this.#printed = prints;
  }

  static async read(sql: Connection, inputs: readonly EventInput[]): Promise<PrintedLabels> {
    const prints = inputs.filter((input) => input.act === 'print');
    const ranges = rangesOf([...new Set(prints.flatMap(({ codes }) => codes))].toSorted((one, other) => one - other));
    if (ranges.length === 0) return new PrintedLabels([]);
    // A printed range is at most as long as the codes of one event, which bounds the index scan on first_id.
    const rows = await sql<PrintedRow[]>`
      select e.id, e.event_time, e.work_order_id, e.product_id, e.lot_id,
        e.account_id is not null and e.device_key_id is null as by_person, p.first_id, p.last_id
      from unnest(
        ${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]
      ) as now (first_id, last_id)
      join printed_codes p on p.first_id between now.first_id - ${maxCodes} and now.last_id and p.last_id >= now.first_id
      join trace_event e on e.id = p.event_id
      where e.work_order_id = any(${[...new Set(prints.map(({ workOrderId }) => workOrderId))]}::bigint[])`;
    return new PrintedLabels(
      [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => {
        const [row] = own as [PrintedRow];
        const event = {
          ...{
            id: row.id,
            at: row.event_time.getTime(),
            placeId: null,
            waybillId: null,
            forWaybillId: null,
            byPerson: row.by_person,
          },
          ...{ workOrderId: row.work_order_id, productId: row.product_id, lotId: row.lot_id },
        };
        return { event, ranges: own.map(({ first_id, last_id }) => ({ first: first_id, last: last_id })) };
      }),
    );
  }

  /** Notes what an event of the group has printed. */
  add(event: EventRef, ranges: readonly Range[]): void {
    this.#printed.push({ event, ranges });
  }

  /** The event by which all of these codes were printed for the same order, at the same time or later. */
  before({ at, workOrderId, codes }: PrintEvent): EventRef | undefined {
    return this.#printed.find(
      ({ event, ranges }) =>
        event.workOrderId === workOrderId &&
        event.at >= at &&
        codes.every((code) => ranges.some(({ first, last }) => first <= code && code <= last)),
    )?.event;
  }
}

interface EarlierPrint {
  readonly event_id: number;
  readonly first_id: number;
  readonly last_id: number;
}

/** Which of `codes` another device has printed in an earlier event, and which event that was. */
export async function printedBefore(
  sql: Connection,
  codes: readonly number[],
  { eventId, deviceKeyId }: { readonly eventId: number; readonly deviceKeyId: number },
): Promise<{ readonly code: number; readonly before: { readonly id: number } }[]> {
  const ranges = rangesOf(codes);
  // A printed range is at most as long as the codes of one event, which bounds the index scan on first_id.
  const prints = await sql<EarlierPrint[]>`
    select p.event_id, p.first_id, p.last_id
    from unnest(
      ${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]
    ) as now (first_id, last_id)
    join printed_codes p on p.first_id between now.first_id - ${maxCodes} and now.last_id and p.last_id >= now.first_id
    join trace_event e on e.id = p.event_id
    where p.event_id <> ${eventId} and e.device_key_id <> ${deviceKeyId}
    order by p.event_id`;
  return codes.flatMap((code) => {
    const range = prints.find(({ first_id, last_id }) => first_id <= code && code <= last_id);
    return range ? [{ code, before: { id: range.event_id } }] : [];
  });
}

/**
 * How much more may be made for the work orders of a group of events: what was made before the group, and what its events have added.
 */
export class OrderAllowance {
  readonly #made: ReadonlyMap<number, number>;
  readonly #added = new Map<number, number>();

  constructor(units: ReadonlyMap<number, number> = new Map()) {
    this.#made = units;
  }

  /** Reads what was made for the orders of events that put codes on products. */
  static async read(sql: Connection, inputs: readonly EventInput[]): Promise<OrderAllowance> {
    return new OrderAllowance(
      await madeOf(sql, [...new Set(inputs.flatMap((input) => ('workOrderId' in input ? input.workOrderId : [])))]),
    );
  }

  /** How an order's limit would be exceeded by more units, as `1051 > 1050`; undefined if there is room. */
  excess({ id, limit }: WorkOrderFacts, units: number): string | undefined {
    const total = this.#of(id) + units;
    return units > 0 && total > limit ? `${total} > ${limit}` : undefined;
  }

  add(order: number, units: number): void {
    this.#added.set(order, (this.#added.get(order) ?? 0) + units);
  }

  /** The units that events of the group have added to an order. */
  addedTo(order: number): number {
    return this.#added.get(order) ?? 0;
  }

  /** Whether no more was made for an order than may be. */
  hasRoom({ id, limit }: WorkOrderFacts): boolean {
    return this.#of(id) <= limit;
  }

  #of(order: number): number {
    return (this.#made.get(order) ?? 0) + (this.#added.get(order) ?? 0);
  }
}
