import type { Connection } from '#platform/database/database.ts';
import type { HeldGoods, HoldDocument } from '../../state/holds.ts';

/** Goods that an event holds for a document, or a code that it exempts from what the document holds otherwise. */
export interface Held {
  readonly document: HoldDocument;
  readonly goods: HeldGoods;
  readonly exempts: boolean;
}

/** A code that takes what its document has decided along. */
export interface HeldOn {
  readonly document: HoldDocument;
  readonly code: number;
  readonly exempts: boolean;
}

interface OfEvent<What> {
  readonly event: number;
  readonly held: What;
}

/** A hold, by its id, that an event lifts. */
interface Released {
  readonly event: number;
  readonly hold: number;
}

/** Inserts holds and lifts others. Who, when and why are copied from the events, which have to be written before. */
export async function writeHolds(
  sql: Connection,
  held: readonly OfEvent<Held>[],
  heldOn: readonly OfEvent<HeldOn>[],
  released: readonly Released[],
): Promise<void> {
  if (held.length > 0) {
    await sql`
      insert into hold (lot_id, code, place_id, exempts, recall_id, quality_hold_id, event_id, reason, held_by, held_at)
      select h.lot_id, h.code, h.place_id, h.exempts, h.recall_id, h.quality_hold_id, e.id, e.reason, e.account_id, e.event_time
      from unnest(
        ${held.map(({ held: { goods } }) => ('lot' in goods ? goods.lot.id : null))}::bigint[],
        ${held.map(({ held: { goods } }) => ('code' in goods ? goods.code : null))}::bigint[],
        ${held.map(({ held: { goods } }) => ('placeId' in goods ? goods.placeId : null))}::bigint[],
        ${held.map(({ held: { exempts } }) => exempts)}::boolean[],
        ${held.map((one) => idIf('recall', one.held.document))}::bigint[],
        ${held.map((one) => idIf('quality_hold', one.held.document))}::bigint[],
        ${held.map(({ event }) => event)}::bigint[]
      ) as h (lot_id, code, place_id, exempts, recall_id, quality_hold_id, event_id)
      join trace_event e on e.id = h.event_id`;
  }
  if (heldOn.length > 0) {
    // Who, when and why are those of the hold that the goods take along.
    await sql`
      insert into hold (code, exempts, recall_id, quality_hold_id, event_id, reason, held_by, held_at)
      select h.code, h.exempts, h.recall_id, h.quality_hold_id, h.event_id, o.reason, o.held_by, o.held_at
      from unnest(
        ${heldOn.map(({ held: { code } }) => code)}::bigint[],
        ${heldOn.map(({ held: { exempts } }) => exempts)}::boolean[],
        ${heldOn.map((one) => idIf('recall', one.held.document))}::bigint[],
        ${heldOn.map((one) => idIf('quality_hold', one.held.document))}::bigint[],
        ${heldOn.map(({ event }) => event)}::bigint[]
      ) as h (code, exempts, recall_id, quality_hold_id, event_id)
      cross join lateral (
        select reason, held_by, held_at from hold
        where (recall_id = h.recall_id or quality_hold_id = h.quality_hold_id) and exempts = h.exempts
          and released_at is null
        order by id limit 1
      ) o`;
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

const idIf = (kind: HoldDocument['kind'], document: HoldDocument): number | null =>
  document.kind === kind ? document.id : null;
