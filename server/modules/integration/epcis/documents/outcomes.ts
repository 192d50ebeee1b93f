import { aboutRanges } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { spanEventId, spanOfEventId } from '#trace/epcis/event-ids.ts';
import type { EpcReading } from '#trace/epcis/identifiers.ts';
import { ownEvents } from '#trace/epcis/own-events.ts';
import type { Captured, KeptNumber } from '../capture/keep-events.ts';
import { linkRows } from '../capture/link-rows.ts';
import type { Capturing, GoodsCapture, GoodsOutcome } from '../goods/capture-goods.ts';

/** Rows are projected so many at a time: each may be about very many codes. */
const atOnce = 100;

/**
 * Those of the events whose ID is that of an event which this enterprise did itself. Of a row about ranges of codes, the ID alone tells
 * so, and no code is read.
 */
export async function takenByOwn(reading: EpcReading, events: readonly Captured[]): Promise<Captured[]> {
  const named = events.flatMap((captured) => {
    const span = spanOfEventId(captured.event.eventID);
    return span && captured.event.errorDeclaration === undefined ? { captured, ...span } : [];
  });
  if (named.length === 0) return [];
  const rows = await rowsNamed(reading.sql, [...new Set(named.map(({ event }) => event))]);
  const others = [...rows.values()].flatMap(({ id, act }) => (aboutRanges.includes(act) ? [] : id));
  const ids = new Set<string>();
  for (let at = 0; at < others.length; at += atOnce) {
    const own = await ownEvents(reading, { events: others.slice(at, at + atOnce), placed: [], spans: [] });
    for (const { event } of own.flatMap((row) => row.events)) ids.add(event.eventID);
  }
  const isTaken = ({ captured: { event }, event: id, index }: (typeof named)[number]): boolean => {
    const row = rows.get(id);
    if (!row || !aboutRanges.includes(row.act)) return ids.has(event.eventID);
    return spanEventId({ id, recordedAt: row.recorded_at }, index) === event.eventID;
  };
  return named.filter(isTaken).map(({ captured }) => captured);
}

async function rowsNamed(sql: Connection, ids: readonly number[]) {
  const rows = await sql<{ id: number; act: number; recorded_at: Date }[]>`
    select id, act, recorded_at from trace_event where id ${among(sql, ids)} and corrects is null`;
  return new Map(rows.map((row) => [row.id, row]));
}

interface Done {
  readonly numbers: ReadonlyMap<Captured, KeptNumber>;
  readonly outcomes: ReadonlyMap<Captured, GoodsOutcome>;
}

/** Keeps which rows events made, and raises exceptions for those that wait. */
export async function keepOutcomes(
  sql: Connection,
  goods: GoodsCapture,
  capturing: Capturing,
  { numbers, outcomes }: Done,
): Promise<void> {
  const kept = [...outcomes].flatMap(([captured, outcome]) => {
    const number = numbers.get(captured);
    return number ? [{ captured, outcome, number }] : [];
  });
  const links = kept.flatMap(({ outcome, number }) =>
    'rows' in outcome ? outcome.rows.map((row) => ({ row, ...number })) : [],
  );
  await linkRows(sql, links);
  await goods.raiseWaiting(
    sql,
    capturing.account,
    kept.flatMap(({ captured, outcome }) => ('waits' in outcome ? [{ captured, refused: outcome.waits }] : [])),
  );
}
