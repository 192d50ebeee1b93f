import { hour, minute } from '@suyuan/contract/durations.ts';
import { recallAdd, recallBegin, recallClose } from '@suyuan/contract/inspect/recall/recall.ts';
import {
  recallAcknowledge,
  recallAnswer,
  recallNotice,
  recallNoticeDetail,
} from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { type Dating, dateHolds } from '../filling/dated-events.ts';
import type { CallServer } from '../filling/sample-account.ts';
import type { SoldCases } from './sold-cases.ts';

interface Parts extends Dating {
  readonly call: CallServer;
  readonly printed: (code: number) => string;
}

/** How long ago the drill was, and the recall, in hours. */
const drillAgo = 9 * 24;
const recallAgo = 30;

/** A drill of a month's lot, closed with its score, and a recall in earnest of one case, which its dealer has answered. */
export async function recallSoldGoods(parts: Parts, sold: readonly SoldCases[]): Promise<void> {
  const { call, printed } = parts;
  const cases = sold.flatMap((one) => one.cases);
  const [first, last] = [cases[0]?.units[0], cases.at(-1)?.units[0]];
  if (first === undefined || last === undefined) return;
  const [drilled, recalled] = await call(boxCodes, { codes: [printed(first), printed(last)] });
  if (!drilled?.lot || !recalled) return;

  const drill = await call(recallAdd, {
    scope: { lot: drilled.lot },
    drill: true,
    reason: '年度召回演练：模拟瓶口玻璃碎屑',
    target_minutes: 240,
  });
  await call(recallBegin, { id: drill.id });
  for (const { id } of await noticesOf(call, drill.id)) await call(recallAcknowledge, { id });
  await call(recallClose, { id: drill.id, note: '全部货物查清去向，各方按时确认' });
  await dateBack(parts, drill.id, { ago: drillAgo, listed: 38, acknowledged: 95, closed: 160 });

  const { id } = await call(recallAdd, {
    scope: { codes: [recalled.lies_in ?? recalled.sent] },
    drill: false,
    reason: '箱内一瓶瓶盖渗漏，同箱召回检查',
    instructions: '请停止销售，单独存放，等待退回',
  });
  await call(recallBegin, { id });
  for (const notice of await noticesOf(call, id)) {
    await call(recallAcknowledge, { id: notice.id });
    const { lines } = await call(recallNoticeDetail, { id: notice.id });
    await call(recallAnswer, {
      id: notice.id,
      lines: lines.map(({ line_id, units }) => ({
        line_id,
        on_hand: 0,
        quarantined: Math.max(0, units - 1),
        returned: 0,
        destroyed: 0,
      })),
      note: '一瓶已售出，其余已隔离',
    });
  }
  await dateBack(parts, id, { ago: recallAgo, listed: 20, acknowledged: 190 });
}

const noticesOf = async (call: CallServer, recall_id: number) =>
  (await call(recallNotice.page, { recall_id, size: 500 })).rows;

interface Times {
  /** Hours ago it was planned; minutes from then to the others. */
  readonly ago: number;
  readonly listed: number;
  readonly acknowledged: number;
  readonly closed?: number;
}

/** Recalls are dated back: each step is some minutes after the plan. */
async function dateBack(parts: Parts, id: number, { ago, listed, acknowledged, closed }: Times): Promise<void> {
  const { sql } = parts;
  const planned = Date.now() - ago * hour;
  const at = (minutes: number) => new Date(planned + minutes * minute);
  await sql`
    update recall set created_at = ${at(0)}, begun_at = ${at(listed)}, listed_at = ${at(listed)},
      closed_at = case when closed_at is not null then ${at(closed ?? 0)}::timestamptz end
    where id = ${id}`;
  await sql`
    update recall_notice set created_at = ${at(listed)}, acknowledged_at = ${at(acknowledged)},
      acknowledge_by = ${at(listed + 24 * 60)}, answer_by = ${at(listed + 72 * 60)},
      answered_at = case when answered_at is not null then ${at(acknowledged + 60)}::timestamptz end
    where recall_id = ${id}`;
  await sql`
    update recall_answer set at = ${at(acknowledged + 60)}
    where notice_id in (select id from recall_notice where recall_id = ${id})`;
  await dateHolds(parts, { recall: id }, at(listed).getTime());
}
