import { type Range, rangesOf } from '@suyuan/codes/sets/ranges.ts';
import { maxCodes } from '@suyuan/contract/plant/device.ts';
import type { Connection } from '#platform/database/database.ts';
import type { EventRef } from '#trace/state/code-record.ts';
import type { EventInput, PrintEvent } from './event-input.ts';

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

  constructor(printed: Printed[]) {
    this.#printed = printed;
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
