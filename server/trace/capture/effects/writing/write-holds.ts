import type { Connection } from '../../../../platform/database/database.ts';

/** A lot or a code that an act holds for a recall. */
interface Held {
  readonly event: number;
  readonly lotId: number | null;
  readonly code: number | null;
  readonly recallId: number;
}

/** A hold, by its id, that an act lifts. */
interface Released {
  readonly event: number;
  readonly hold: number;
}

/** Inserts holds and lifts others. Who, when and why are copied from the acts, which have to be written before. */
export async function writeHolds(sql: Connection, held: readonly Held[], released: readonly Released[]): Promise<void> {
  if (held.length > 0) {
    await sql`
      insert into hold (lot_id, code, recall_id, event_id, reason, held_by, held_at)
      select h.lot_id, h.code, h.recall_id, e.id, e.reason, e.account_id, e.event_time
      from unnest(
        ${held.map(({ lotId }) => lotId)}::bigint[], ${held.map(({ code }) => code)}::bigint[],
        ${held.map(({ recallId }) => recallId)}::bigint[], ${held.map(({ event }) => event)}::bigint[]
      ) as h (lot_id, code, recall_id, event_id)
      join trace_event e on e.id = h.event_id`;
  }
  if (released.length > 0) {
    await sql`
      update hold set released_by = e.account_id, released_at = e.event_time, release_reason = e.reason,
        release_event_id = e.id
      from unnest(
        ${released.map(({ hold }) => hold)}::bigint[], ${released.map(({ event }) => event)}::bigint[]
      ) as r (hold_id, event_id)
      join trace_event e on e.id = r.event_id
      where hold.id = r.hold_id`;
  }
}
