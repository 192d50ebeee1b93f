import { acts } from '../../../../../contract/trace/acts.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import type { NewEvent } from '../new-event.ts';

/** Inserts acts with the ids drawn for them. */
export async function writeEvents(
  sql: Connection,
  events: readonly (NewEvent & { readonly id: number })[],
): Promise<void> {
  const column = <T>(pick: (event: NewEvent & { readonly id: number }) => T) => events.map(pick);
  await sql`
    insert into trace_event (
      id, act, event_time, utc_offset, place_id, read_point_id, work_order_id, product_id, lot_id, account_id,
      device_key_id, batch_key, reason, corrects, error_reason, waybill_id,
      off_waybill)
    overriding system value
    select * from unnest(
      ${column(({ id }) => id)}::bigint[], ${column(({ act }) => acts[act].no)}::smallint[],
      ${column(({ at }) => new Date(at).toISOString())}::timestamptz[], ${column(({ utcOffset }) => utcOffset)}::smallint[],
      ${column(({ placeId }) => placeId)}::bigint[], ${column(({ readPointId }) => readPointId)}::bigint[],
      ${column(({ workOrderId }) => workOrderId)}::bigint[], ${column(({ productId }) => productId)}::bigint[],
      ${column(({ lotId }) => lotId)}::bigint[], ${column(({ by }) => by.accountId)}::bigint[],
      ${column(({ by }) => by.deviceKeyId)}::bigint[], ${column(({ batchKey }) => batchKey)}::text[],
      ${column(({ reason }) => reason)}::text[], ${column(({ corrects }) => corrects?.event ?? null)}::bigint[],
      ${column(({ corrects }) => corrects?.reason ?? null)}::text[],
      ${column(({ waybillId }) => waybillId ?? null)}::bigint[],
      ${column(({ offWaybill }) => String(offWaybill === true))}::text[]::boolean[])`;
}
