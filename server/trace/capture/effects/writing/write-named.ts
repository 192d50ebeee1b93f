import { type ActName, acts, type Naming } from '@suyuan/contract/trace/acts.ts';
import type { Connection } from '#platform/database/database.ts';
import { namingNo } from '#trace/state/sets/set-acts.ts';

/** A code that an act names, with when and where it happened. */
export interface NamedOfEvent {
  readonly event: number;
  readonly at: number;
  readonly placeId: number | null;
  readonly code: number;
  readonly act: ActName;
  readonly naming: Naming;
  readonly units: number;
}

/** Writes which codes acts name. */
export async function writeNamed(sql: Connection, named: readonly NamedOfEvent[]): Promise<void> {
  if (named.length === 0) return;
  const column = <T>(pick: (row: NamedOfEvent) => T) => named.map(pick);
  await sql`
    insert into event_code (code, event_id, event_time, place_id, units, act, naming)
    select * from unnest(
      ${column(({ code }) => code)}::bigint[], ${column(({ event }) => event)}::bigint[],
      ${column(({ at }) => new Date(at).toISOString())}::timestamptz[], ${column(({ placeId }) => placeId)}::bigint[],
      ${column(({ units }) => units)}::int[], ${column(({ act }) => acts[act].no)}::smallint[],
      ${column(({ naming }) => namingNo[naming])}::smallint[])`;
}
