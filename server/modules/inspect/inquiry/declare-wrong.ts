import { type MarkingEvent, markingEvents } from '@suyuan/contract/trace/error-declaration.ts';
import { type EventType, eventTypeOf } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { RetractEvent, UnmarkEvent } from '#trace/capture/context/event-input.ts';
import { journeyOf } from '#trace/journey/code-journey.ts';
import { Ledger } from '#trace/state/ledger.ts';

type What = Pick<RetractEvent, 'act' | 'parent'> | Pick<UnmarkEvent, 'act' | 'did' | 'codes' | 'cause'>;

/** The undoing that declares an event wrong; undefined for a correction, and for kinds that another event reverses. */
export async function undoneBy(sql: Connection, code: number, event: number): Promise<What | undefined> {
  const [row] = await sql<{ act: number; corrects: number | null; reason: string | null }[]>`
    select act, corrects, reason from trace_event where id = ${event}`;
  if (!row || !(await journeyOf(sql, code)).events.includes(event)) throw notFound('trace_event');
  const eventType = eventTypeOf(row.act);
  if (row.corrects !== null) return undefined;
  if (eventType === 'pack') return { act: 'retract', parent: await packedInto(sql, code, event) };
  if (!isMarking(eventType)) return undefined;
  const named = await sql<{ code: number }[]>`select code from event_code where event_id = ${event} order by code`;
  return { act: 'unmark', did: eventType, codes: named.map((one) => one.code), cause: row.reason };
}

const isMarking = (eventType: EventType): eventType is MarkingEvent =>
  markingEvents.some((marking) => marking === eventType);

/**
 * The package that an event packed: the set that it confirmed, or the package around the code or around one of its packages; else
 * the code itself.
 */
async function packedInto(sql: Connection, code: number, event: number): Promise<number> {
  const ledger = new Ledger(sql);
  await ledger.read([code]);
  const record = ledger.of(code);
  const set = ledger.setCodeOf(code)?.outermost;
  if (set !== undefined && ledger.get(set)?.confirmedBy?.id === event) return set;
  return [record, ...ledger.above(record)].find(({ packedBy }) => packedBy?.id === event)?.parent ?? code;
}
