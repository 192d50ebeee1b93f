import { type CodeRole, type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { roleNumbers } from '#trace/state/set-events.ts';

/** A code that an event names, with when and where it happened. */
export interface NamedOfEvent {
  readonly event: number;
  readonly at: number;
  readonly placeId: number | null;
  readonly code: number;
  readonly act: EventType;
  readonly naming: CodeRole;
  readonly units: number;
}

/** Writes which codes events name. */
export async function writeNamed(sql: Connection, named: readonly NamedOfEvent[]): Promise<void> {
  if (named.length === 0) return;
  const column = <T>(pick: (row: NamedOfEvent) => T) => named.map(pick);
  await sql`
    insert into event_code (code, event_id, event_time, place_id, units, act, naming)
    select * from unnest(
      ${column(({ code }) => code)}::bigint[], ${column(({ event }) => event)}::bigint[],
      ${column(({ at }) => new Date(at).toISOString())}::timestamptz[], ${column(({ placeId }) => placeId)}::bigint[],
      ${column(({ units }) => units)}::int[], ${column(({ act: eventType }) => eventTypes[eventType].no)}::smallint[],
      ${column(({ naming: role }) => roleNumbers[role])}::smallint[])`;
}
