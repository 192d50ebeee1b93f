import { day, hour } from '@suyuan/contract/durations.ts';
import { inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { type Dating, dateEvents } from '../filling/dated-events.ts';
import type { CallServer } from '../filling/sample-account.ts';
import type { SoldCases } from './sold-cases.ts';

interface Parts extends Dating {
  readonly call: CallServer;
  readonly printed: (code: number) => string;
}

const returnPlan = [
  { sale: 1, cases: 3, reason: '滞销退回', result: 'restock', found: '外观完好' },
  { sale: 4, cases: 2, reason: '运输破损', result: 'scrap', found: '渗漏' },
  { sale: 6, cases: 2, reason: '标签起皱', result: 'rework', found: '重新贴标' },
  { sale: 9, cases: 2, reason: '滞销退回', result: undefined, found: '' },
] as const;

/** How long after a sale goods come back, what is asked for before, and how long they wait to be inspected. */
const backAfter = 5 * day;
const askedBefore = day;
const inspectedAfter = 22 * hour;
/** How long ago the goods came back that wait. */
const waitingSince = 20 * hour;

/** Takes back some of the sold goods; the last ones are not inspected yet. Resolves to what is left with the dealers. */
export async function takeBackSome(
  parts: Parts,
  warehouse_id: number,
  sold: readonly SoldCases[],
): Promise<SoldCases[]> {
  const left = [...sold];
  for (const { sale, cases, reason, result, found } of returnPlan) {
    const from = sold[sale];
    if (!from) continue;
    const receivedAt = result ? from.arrivedAt + backAfter : Date.now() - waitingSince;
    const inspectedAt = receivedAt + inspectedAfter;
    if (inspectedAt > Date.now() && result) continue;
    const back = from.cases.slice(-cases);
    const codes = back.map(({ code }) => parts.printed(code));
    const { id } = await parts.call(refund.add, { dealer_id: from.dealerId, warehouse_id, reason, lines: [] });
    await parts.call(receiveReturn, { id, codes });
    await dateReceipt(parts, id, receivedAt);
    if (result) {
      await parts.call(inspectReturn, { id, codes, result, reason: found });
      await dateInspection(parts, id, { receivedAt, inspectedAt });
    }
    left[sale] = { ...from, cases: from.cases.slice(0, -cases) };
  }
  return left;
}

async function dateReceipt(parts: Parts, id: number, at: number): Promise<void> {
  const { sql } = parts;
  const events = await sql<{ id: number }[]>`select id from trace_event where refund_id = ${id}`;
  await dateEvents(
    parts,
    events.map((event) => event.id),
    at,
  );
  await sql`update refund set created_at = ${new Date(at - askedBefore)}, updated_at = ${new Date(at)} where id = ${id}`;
  await sql`update refund_goods set received_at = ${new Date(at)} where refund_id = ${id}`;
}

interface Inspected {
  readonly receivedAt: number;
  readonly inspectedAt: number;
}

async function dateInspection(parts: Parts, id: number, { receivedAt, inspectedAt }: Inspected): Promise<void> {
  const { sql } = parts;
  const events = await sql<{ id: number }[]>`
    select id from trace_event where refund_id = ${id} and event_time > ${new Date(receivedAt)}`;
  await dateEvents(
    parts,
    events.map((event) => event.id),
    inspectedAt,
  );
  await sql`update refund set updated_at = ${new Date(inspectedAt)} where id = ${id}`;
  await sql`update refund_goods set inspected_at = ${new Date(inspectedAt)} where refund_id = ${id}`;
}
