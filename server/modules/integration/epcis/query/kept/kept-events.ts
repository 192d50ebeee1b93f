import type { EpcisEvent } from '#epcis/model/event.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { allOf } from '../../view/all-of.ts';
import { seenOfKept, type Viewer } from '../../view/viewer.ts';
import type { Condition } from '../conditions/condition.ts';
import {
  extremes,
  notBefore,
  type Order,
  type Position,
  type SortColumn,
  sortedBy,
  sortedText,
  sources,
} from '../pages/position.ts';
import type { EventSource } from '../pages/source.ts';
import { keptCondition } from './kept-conditions.ts';

interface Row {
  readonly id: number;
  readonly by: string | null;
  readonly record_time: Date;
  readonly event: EpcisEvent;
}

interface Asked {
  readonly conditions: readonly Condition[];
  readonly order: Order;
  readonly viewer: Viewer;
  /** The last event that counts. */
  readonly until: number;
}

/** The events that were captured, as they came. */
export function keptEvents(sql: Connection, { conditions, order, viewer, until }: Asked): EventSource {
  const by = columnOf(sql, order);
  const columns = { by, number: sql`e.id` };
  const where = [
    sql`e.id <= ${until}`,
    ...seenOfKept(sql, viewer),
    ...conditions.map((condition) => keptCondition(sql, condition)),
  ];
  return {
    async from(after: Position | undefined, most: number) {
      const rest: Fragment[] = after
        ? [notBefore(sql, columns, sources.kept, { position: after, descends: order.descends })]
        : [];
      // An event at the position itself has been there already.
      const others = after?.[1] === sources.kept ? [sql`e.id <> ${after[2]}`] : [];
      const rows = await sql<Row[]>`
        select e.id, e.record_time, e.event, ${by ? sortedText(sql, by) : sql`null`} as by
        from epcis_event e
        where ${allOf(sql, [...where, ...rest, ...others])}
        order by ${sortedBy(sql, columns, order.descends)}
        limit ${most}`;
      return {
        events: rows.map((row) => ({
          at: [row.by, sources.kept, row.id, extremes.first],
          // Who captured an event does not say when it was recorded.
          event: { ...row.event, recordTime: row.record_time.toISOString() },
        })),
        isWhole: rows.length < most,
      };
    },
  };
}

function columnOf(sql: Connection, { by }: Order): SortColumn | undefined {
  if (by === undefined) return undefined;
  // It is taken from the facts of the event, as what sorts as its values do.
  if (typeof by === 'object')
    return {
      value: sql`epcis_order(e.facts, ${by.names.map((name) => `${name}=`)}::text[]) collate "C"`,
      type: 'text',
    };
  return { value: sql`${sql(by === 'eventTime' ? 'e.event_time' : 'e.record_time')}`, type: 'timestamptz' };
}

/** The number of the last event that was captured. */
export async function lastKept(sql: Connection): Promise<number> {
  const [row] = await sql<{ last: number }[]>`select last_value as last from epcis_event_id_seq`;
  return row?.last ?? 0;
}
