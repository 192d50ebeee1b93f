import { day } from '@suyuan/contract/durations.ts';
import { warningSettle, warningStep } from '@suyuan/contract/inspect/consumer-warning.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { type ExceptionKindName, kindsOn } from '@suyuan/contract/trace/exception.ts';
import { giveWarningsOwners } from '#modules/inspect/warning/warnings.serve.ts';
import type { Services } from '#platform/services.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts {
  readonly services: Services;
  readonly call: CallServer;
}

/** What came up longer ago than this was dealt with; a few older ones are overdue. */
const settledAfter = 2 * day;
const overdueEvery = 9;

/**
 * Dates warnings and exceptions to the days on which they would have come up: what is older than two days was settled in time, most
 * of it, by the people who see to it.
 */
export async function dateWhatCameUp(parts: Parts): Promise<void> {
  await giveWarningsOwners(parts.services.system.background.sql, parts.services);
  await dateWarnings(parts);
  await dateExceptions(parts);
}

const outcomes = [
  { outcome: 'right', reason: '现场核实为跨区销售，已通知经销商整改' },
  { outcome: 'false_alarm', reason: '消费者出差途中查询，包装完好' },
  { outcome: 'right', reason: '发现仿冒标签，已移交市场监管部门' },
] as const;

/** Who looks into warnings about goods of no dealer. */
const inspector = 'li.na';

async function dateWarnings({ services, call }: Parts): Promise<void> {
  const { sql } = services.system.background;
  const dueHours = dueWithin.warning;
  const rows = await sql<{ id: number; fired_at: Date }[]>`
    update consumer_warning set fired_at = last_at, due_at = last_at + make_interval(hours => ${dueHours}),
      firings = jsonb_set(firings, '{0,at}', to_jsonb(last_at))
    where rule <> 'overproduction' and status = 'new' and case_id is null returning id, fired_at`;
  // Those of a case came up before it.
  await sql`
    update consumer_warning w set fired_at = least(w.last_at, c.created_at - interval '3 hours'),
      settled_at = case when w.settled_at is not null then least(now(), c.created_at + interval '5 days') end
    from inspect_case c where c.id = w.case_id`;
  const byAge = rows.toSorted((a, b) => a.fired_at.getTime() - b.fired_at.getTime());
  const old = byAge.filter(({ fired_at }) => Date.now() - fired_at.getTime() > settledAfter);
  const settled = old.filter((_, nth) => nth % overdueEvery !== 4);
  for (const [kind, { outcome, reason }] of outcomes.entries()) {
    const ids = settled.flatMap(({ id }, nth) => (nth % outcomes.length === kind ? id : []));
    for (let at = 0; at < ids.length; at += 100) {
      await call(warningSettle, { ids: ids.slice(at, at + 100), outcome, reason });
    }
  }
  const [latest] = byAge.filter(({ id }) => !settled.some((one) => one.id === id)).slice(-3);
  if (latest) await call(warningStep, { ids: [latest.id], step: 'investigating', text: '已联系经销商，等待门店照片' });
  // By the manager of the dealer, or else an inspector, on the day after.
  await sql`
    with person as (select id from account where account_name = ${inspector}),
    moved as (
      update consumer_warning w
      set settled_at = w.fired_at + interval '19 hours', settled_by = coalesce(d.manager_id, person.id),
        owner_id = coalesce(d.manager_id, person.id)
      from person, consumer_warning same left join dealer d on d.id = same.dealer_id
      where same.id = w.id and w.status = 'settled'
      returning w.id, w.settled_at, w.settled_by
    )
    update warning_step s set at = moved.settled_at, by_id = moved.settled_by from moved where s.warning_id = moved.id`;
  await sql`
    with moved as (
      update consumer_warning w set owner_id = coalesce(d.manager_id, person.id)
      from account person, consumer_warning same left join dealer d on d.id = same.dealer_id
      where same.id = w.id and person.account_name = ${inspector} and w.status = 'investigating'
      returning w.id, w.owner_id
    )
    update warning_step s set by_id = moved.owner_id from moved where s.warning_id = moved.id`;
}

/** Who settles exceptions of goods, a quality manager, and who sees to those of codes, the production lead. */
const settler = 'qian.li';
const lead = 'zhao.qiang';

/** Exceptions came up as what they are about happened: those about codes of past days, and all older ones are settled. */
async function dateExceptions({ services, call }: Parts): Promise<void> {
  const { sql } = services.system.background;
  const rows = await sql<{ id: number; kind: ExceptionKindName; created_at: Date }[]>`
    update exception e set created_at = least(at, now()), last_at = least(at, now()), updated_at = least(at, now()),
      due_at = least(at, now()) + (e.due_at - e.created_at)
    from (
      select x.id, coalesce(
        (select max(f.event_time) from trace_event f where f.work_order_id = x.work_order_id and f.act = 2),
        (select b.shipped_at + interval '2 days' from waybill b where lower(b.waybill_no) = lower(x.source_name)),
        (select r.created_at from refund r where lower(r.refund_no) = lower(x.source_name)),
        x.created_at) + interval '25 minutes' as at
      from exception x
    ) happened
    where happened.id = e.id returning e.id, e.kind, e.created_at`;
  const old = rows.filter(({ created_at }) => Date.now() - created_at.getTime() > settledAfter);
  const reason = '已到现场核对实物，按实际数量更正';
  const [codeKinds, goodsKinds] = [kindsOn('repeatedquery'), kindsOn('deliveryorder')];
  const settled = old.filter((_, nth) => nth % 3 !== 1);
  const ofCodes = settled.filter(({ kind }) => codeKinds.includes(kind));
  const ofGoods = settled.filter(({ kind }) => !codeKinds.includes(kind) && goodsKinds.includes(kind));
  if (ofCodes.length > 0) await call(repeatedCode.settle, { ids: ofCodes.map(({ id }) => id), reason });
  if (ofGoods.length > 0) await call(productionData.settle, { ids: ofGoods.map(({ id }) => id), reason });
  const ids = [...ofCodes, ...ofGoods].map(({ id }) => id);
  await sql`
    with moved as (
      update exception e set settled_at = e.created_at + interval '5 hours', updated_at = e.created_at + interval '5 hours',
        settled_by = coalesce(e.owner_id, a.id), owner_id = coalesce(e.owner_id, a.id)
      from account a where a.account_name = ${settler} and e.id = any(${ids}::bigint[]) and e.status = 'settled'
      returning e.id, e.settled_at, e.settled_by
    )
    update exception_note n set created_at = moved.settled_at, account_id = moved.settled_by
    from moved where n.exception_id = moved.id`;
  // The account that fills the sample does not see to what is open.
  await sql`
    update exception e set owner_id = a.id from account a, account filler
    where filler.id = e.owner_id and filler.account_name = 'sample-data' and e.status = 'open'
      and a.account_name = case when e.kind = any(${codeKinds as string[]}::text[]) then ${lead} else ${settler} end`;
}
