import { dealer } from '@suyuan/contract/base/dealer.ts';
import { day, hour } from '@suyuan/contract/durations.ts';
import { caseAdd, caseClose, caseOwners } from '@suyuan/contract/inspect/case/case.ts';
import { depositAdd } from '@suyuan/contract/inspect/case/deposit.ts';
import { forensicAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { settlementAdd, settlementAgree, settlementPay } from '@suyuan/contract/inspect/case/settlement.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { stopMark, taskAdd, taskDetail, taskFinish } from '@suyuan/contract/inspect/task/inspect-task.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts {
  readonly sql: Sql;
  readonly call: CallServer;
}

/** The inspector of the sample, and the channel manager whose cases these are. */
const inspector = 'li.na';
const owner = 'sun.wei';

/**
 * Makes cases of what the rules find in the scans of sold goods: the dealer that sells elsewhere is settled with, the copied code is looked
 * into, and the bottles that never left the warehouse are still to be made a case.
 */
export async function openSampleCases(parts: Parts): Promise<void> {
  const { call } = parts;
  const person = async (keyword: string) => (await call(caseOwners, { keyword }))[0]?.id;
  const people = { inspector: await person(inspector), owner: await person(owner) };
  const { rows } = await call(consumerWarning.page, { size: 200, open: 'yes', in_case: 'no' });
  const copied = rows.find(({ rule }) => rule === 'provinces')?.code;
  const byDealer = Map.groupBy(
    rows.filter(({ rule, code, dealer_id }) => rule === 'outside_area' && code !== copied && dealer_id !== null),
    ({ dealer_id }) => dealer_id as number,
  );
  const [diverted] = [...byDealer].toSorted(([, a], [, b]) => b.length - a.length);
  if (people.inspector === undefined || people.owner === undefined) return;
  const sent = { assignee: people.inspector, owner: people.owner };
  if (diverted) await settleDiversion(parts, { dealerId: diverted[0], warnings: diverted[1], ...sent });
  const ofCopy = rows.filter(({ code }) => code !== null && code === copied);
  if (ofCopy.length > 0) await lookIntoCopy(parts, { warnings: ofCopy, ...sent });
}

interface Suspected {
  readonly warnings: readonly {
    readonly id: number;
    readonly code: string | null;
    readonly dealer_name: string | null;
  }[];
  readonly assignee: number;
  readonly owner: number;
}

/** Goods of a dealer that turned up in Guangdong: inspected, agreed upon, paid and closed. */
async function settleDiversion(
  { sql, call }: Parts,
  { dealerId, warnings, assignee, owner }: Suspected & { readonly dealerId: number },
): Promise<void> {
  const begun = Date.now() - 6 * day;
  const { rows } = await call(dealer.page, { id: dealerId });
  const name = rows[0]?.dealer_name ?? '';
  const { id } = await call(caseAdd, {
    title: `${name} 跨区销售`,
    warning_ids: warnings.map((one) => one.id),
    owner_id: owner,
    due_at: new Date(begun + 14 * day).toISOString(),
  });
  const task = await call(taskAdd, {
    case_id: id,
    assignee_id: assignee,
    due_at: new Date(begun + 5 * day).toISOString(),
    note: '核对箱码与店家进货单',
    stops: [
      { name: '广州市越秀区 惠民烟酒行', area_code: '440104', position: { latitude: 23.13, longitude: 113.27 } },
      { name: '佛山市禅城区 顺福商行', area_code: '440604', position: { latitude: 23.02, longitude: 113.12 } },
    ],
  });
  const [first, second] = (await call(taskDetail, { id: task.id })).route;
  const inspection = await call(inspectAdd, {
    code: warnings[0]?.code ?? '',
    area_code: first?.area_code ?? '440104',
    inspected_at: new Date(begun + 2 * day).toISOString(),
    ...(first ? { stop_id: first.id } : {}),
  });
  if (second) await call(stopMark, { id: second.id, status: 'closed', reason: '门店已停业' });
  await call(taskFinish, { id: task.id, result: '一家门店在售，店主称由外省送货' });
  const evidence = await call(forensicAdd, {
    code: warnings[0]?.code ?? null,
    dealer_id: dealerId,
    place: first?.name ?? null,
    inspect_id: inspection.id,
    found_at: new Date(begun + 2 * day + hour).toISOString(),
    note: '店内陈列 6 瓶，箱码与预警一致',
  });
  await call(depositAdd, { dealer_id: dealerId, kind: 'paid_in', amount: '50000', note: '年度押金' });
  const agreed = await call(settlementAdd, {
    ...{ case_id: id, dealer_id: dealerId, evidence_id: evidence.id },
    ...{ amount: '4800', withheld: '3000', note: '首次违规，扣除部分押金' },
  });
  await call(settlementAgree, {
    id: agreed.id,
    signatory: '李总',
    agreed_on: new Date(begun + 4 * day).toISOString().slice(0, 10),
  });
  await call(settlementPay, { id: agreed.id });
  await call(caseClose, { id, outcome: 'right', reason: '确认跨区销售，已与经销商达成处理' });
  await datedBack(sql, id, begun);
}

/** A code that was copied: an inspector is on the way. */
async function lookIntoCopy({ sql, call }: Parts, { warnings, assignee, owner }: Suspected): Promise<void> {
  const { id } = await call(caseAdd, {
    title: `码 ${warnings[0]?.code ?? ''} 疑被复制`,
    warning_ids: warnings.map((one) => one.id),
    owner_id: owner,
    due_at: new Date(Date.now() + 5 * day).toISOString(),
    note: '六个省先后出现，先查最近两处',
  });
  await call(taskAdd, {
    case_id: id,
    assignee_id: assignee,
    due_at: new Date(Date.now() + 3 * day).toISOString(),
    stops: [
      { name: '上海市静安区 汇丰名酒', area_code: '310106', position: { latitude: 31.23, longitude: 121.45 } },
      { name: '杭州市西湖区 桥下便利', area_code: '330106', position: { latitude: 30.26, longitude: 120.13 } },
    ],
  });
  await datedBack(sql, id, Date.now() - 2 * day);
}

/** Dates a case back, as orders are, with what was done about it an hour apart. */
async function datedBack(sql: Sql, id: number, begun: number): Promise<void> {
  const at = new Date(begun);
  await sql`update inspect_case set created_at = ${at} where id = ${id}`;
  await sql`update inspect_task set created_at = ${new Date(begun + hour)} where case_id = ${id}`;
  await sql`update dealer_settlement set created_at = ${new Date(begun + 3 * day)} where case_id = ${id}`;
  await sql`
    update case_step s set at = ${at}::timestamptz + make_interval(hours => n.nth) from (
      select id, (row_number() over (order by id))::int as nth from case_step where case_id = ${id}
    ) n where n.id = s.id`;
}
