import { day, hour, minute } from '@suyuan/contract/durations.ts';
import { holdRelease } from '@suyuan/contract/inspect/hold.ts';
import {
  arrivalComplete,
  arrivalFinish,
  arrivalMark,
  arrivalScan,
} from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import { type Dating, dateEvents, dateHolds } from '../filling/dated-events.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts extends Dating {
  readonly call: CallServer;
  readonly callAsKeeper: CallServer;
}

/** Who decides about held goods, and how long ago one has to be held to be decided about. */
const decider = 'qian.li';
const decidedAfter = 7 * day;

/** Counts and signs for a waybill, one package of which arrived damaged and is held; after some days it is released. */
export async function receiveDamaged(
  parts: Parts,
  id: number,
  { codes, arrivedAt }: { readonly codes: readonly string[]; readonly arrivedAt: number },
): Promise<void> {
  const { sql, call } = parts;
  const [broken, ...sound] = codes as [string, ...string[]];
  await call(arrivalScan, { id, codes: [broken, ...sound] });
  await call(arrivalMark, { id, counted: broken, condition: 'damaged', note: '外箱破损，两瓶破碎' });
  const { completed_at } = await call(arrivalComplete, { id });
  const proof = { receiver: '陈志远', latitude: 26.647, longitude: 106.63, accuracy: 20 };
  await call(arrivalFinish, { id, received: 'counted', completed_at, proof });
  const events = await sql<{ id: number }[]>`
    select id from trace_event where waybill_id = ${id} and act = ${eventTypes.receive.no}`;
  const ids = events.map((event) => event.id);
  await dateEvents(parts, ids, arrivedAt);
  const before = (minutes: number) => new Date(arrivedAt - minutes * minute);
  await sql`update waybill set signed_at = ${before(0)} where id = ${id}`;
  await sql`
    update arrival_count set begun_at = ${before(40)}, completed_at = ${before(5)}, signed_at = ${before(0)}
    where waybill_id = ${id}`;
  await sql`update arrival_scan set scanned_at = ${before(30)} where waybill_id = ${id}`;
  await sql`update delivery_proof set made_at = ${before(0)} where waybill_id = ${id}`;
  await dateHold(parts, id, arrivedAt);
}

async function dateHold(parts: Parts, waybill: number, at: number): Promise<void> {
  const { sql, callAsKeeper } = parts;
  const [hold] = await sql<{ id: number }[]>`
    update quality_hold set created_at = ${new Date(at)}, updated_at = ${new Date(at)},
      due_at = ${new Date(at)}::timestamptz + (due_at - created_at)
    where waybill_id = ${waybill} returning id`;
  if (!hold) return;
  await dateHolds(parts, { hold: hold.id }, at);
  if (Date.now() - at < decidedAfter) return;
  const reason = '破碎两瓶已清出，其余复检合格';
  await callAsKeeper(holdRelease, { id: hold.id, reason });
  const releasedAt = at + 26 * hour;
  const [released] = await sql<{ event_id: number }[]>`
    update hold h set released_at = ${new Date(releasedAt)}, released_by = a.id
    from account a where a.account_name = ${decider} and h.quality_hold_id = ${hold.id}
    returning h.release_event_id as event_id`;
  await sql`
    update quality_hold q set released_at = ${new Date(releasedAt)}, updated_at = ${new Date(releasedAt)}, released_by = a.id
    from account a where a.account_name = ${decider} and q.id = ${hold.id}`;
  if (released) await dateEvents(parts, [released.event_id], releasedAt, false);
}
