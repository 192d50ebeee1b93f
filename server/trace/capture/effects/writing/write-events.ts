import { codesTold } from '../../../../../contract/trace/act-row.ts';
import { acts } from '../../../../../contract/trace/acts.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import { namingNo } from '../../../state/sets/set-acts.ts';
import type { NewEvent } from '../new-event.ts';
import type { NamedOfEvent } from './write-named.ts';

/** An act with the id drawn for it. */
interface Numbered extends NewEvent {
  readonly id: number;
}

/** Inserts acts. Each row repeats the first codes that the act names, and how many it names, for the history of acts. */
export async function writeEvents(
  sql: Connection,
  events: readonly Numbered[],
  named: readonly NamedOfEvent[],
): Promise<void> {
  const namedBy = Map.groupBy(named, ({ event }) => event);
  const column = <T>(pick: (event: Numbered) => T) => events.map(pick);
  await sql`
    insert into trace_event (
      id, act, event_time, utc_offset, place_id, read_point_id, work_order_id, product_id, lot_id, account_id,
      device_key_id, batch_key, job_id, reason, corrects, error_reason, waybill_id,
      off_waybill, amendment, refund_id, codes, code_count)
    overriding system value
    select
      id, act, event_time, utc_offset, place_id, read_point_id, work_order_id, product_id, lot_id, account_id,
      device_key_id, batch_key, job_id, reason, corrects, error_reason, waybill_id,
      off_waybill::boolean, amendment, refund_id, codes::bigint[], code_count
    from unnest(
      ${column(({ id }) => id)}::bigint[], ${column(({ act }) => acts[act].no)}::smallint[],
      ${column(({ at }) => new Date(at).toISOString())}::timestamptz[], ${column(({ utcOffset }) => utcOffset)}::smallint[],
      ${column(({ placeId }) => placeId)}::bigint[], ${column(({ readPointId }) => readPointId)}::bigint[],
      ${column(({ workOrderId }) => workOrderId)}::bigint[], ${column(({ productId }) => productId)}::bigint[],
      ${column(({ lotId }) => lotId)}::bigint[], ${column(({ by }) => by.accountId)}::bigint[],
      ${column(({ by }) => by.deviceKeyId)}::bigint[], ${column(({ batchKey }) => batchKey)}::text[],
      ${column(({ jobId }) => jobId)}::uuid[],
      ${column(({ reason }) => reason)}::text[], ${column(({ corrects }) => corrects?.event ?? null)}::bigint[],
      ${column(({ corrects }) => corrects?.reason ?? null)}::text[],
      ${column(({ waybillId }) => waybillId ?? null)}::bigint[],
      ${column(({ offWaybill }) => String(offWaybill === true))}::text[],
      ${column(({ amendment }) => amendment ?? null)}::text[], ${column(({ refundId }) => refundId ?? null)}::bigint[],
      ${column(({ id }) => `{${firstCodes(namedBy.get(id) ?? [])}}`)}::text[],
      ${column(({ id }) => namedBy.get(id)?.length ?? 0)}::int[]) as event (
      id, act, event_time, utc_offset, place_id, read_point_id, work_order_id, product_id, lot_id, account_id,
      device_key_id, batch_key, job_id, reason, corrects, error_reason, waybill_id,
      off_waybill, amendment, refund_id, codes, code_count)`;
}

/** Packages before what lies in them. */
const firstCodes = (named: readonly NamedOfEvent[]): number[] =>
  named
    .toSorted((a, b) => namingNo[b.naming] - namingNo[a.naming] || a.code - b.code)
    .slice(0, codesTold)
    .map(({ code }) => code);
