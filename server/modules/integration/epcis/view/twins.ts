import type { EpcisEvent } from '#epcis/model/event.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import type { OwnEvent } from '#trace/epcis/epcis-events.ts';
import { allOf } from './all-of.ts';
import { seenOfKept, type Viewer } from './viewer.ts';

/** The captured event that made a row. */
export interface Twin {
  readonly event: OwnEvent;
  /** Whether somebody sees it elsewhere: among captured events, or by an earlier row. */
  readonly isSeen: boolean;
}

interface LinkRow {
  readonly row: number;
  readonly key: number;
  readonly number: number;
  /** It is the first row of its event, which may have made several. */
  readonly isFirst: boolean;
}

/** The captured events that made some rows. */
export async function twinsOf(
  sql: Connection,
  viewer: Viewer,
  rows: readonly number[],
): Promise<ReadonlyMap<number, Twin>> {
  if (rows.length === 0) return new Map();
  const links = await sql<LinkRow[]>`
    select t.trace_event_id as row, t.event_key as key, t.event_number as number,
      t.trace_event_id = (select min(o.trace_event_id) from epcis_own_event o
        where o.event_key = t.event_key and o.event_number = t.event_number) as "isFirst"
    from epcis_own_event t where t.trace_event_id ${among(sql, rows)}`;
  if (links.length === 0) return new Map();
  const seen = seenOfKept(sql, viewer);
  const kept = await sql<{ id: number; record_time: Date; event: EpcisEvent; seen: boolean }[]>`
    select e.id, e.record_time, e.event, ${allOf(sql, seen)} as seen from epcis_event e
    where e.key = any(${links.map(({ key }) => key)}::bigint[]) and e.id = any(${links.map(({ number }) => number)}::bigint[])`;
  const byNumber = new Map(kept.map((one) => [one.id, one]));
  return new Map(
    links.flatMap(({ row, number, isFirst }) => {
      const own = byNumber.get(number);
      if (!own) return [];
      const event = { ...own.event, eventID: own.event.eventID ?? '', recordTime: own.record_time.toISOString() };
      return [[row, { event, isSeen: own.seen || !isFirst }] as const];
    }),
  );
}
