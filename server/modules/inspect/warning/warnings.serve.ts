import { hour } from '@suyuan/contract/durations.ts';
import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { atLength } from '#platform/access/system-database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { tellFailure } from '#platform/http/recurring.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Notices } from '#platform/notices/notices.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import { serveWarningList } from './warning-list.ts';
import { serveWarningParams } from './warning-param-calls.ts';
import { lookAtInspections } from './watch/inspection-watch.ts';
import { OrderWatch } from './watch/order-watch.ts';
import { WarningWatch } from './watch/warning-watch.ts';

/** The interval between two looks at new scans, in milliseconds. */
const period = 2000;
/** And between two looks at work orders, in seconds. */
const orderPeriod = 60;

export default function serveWarnings(services: Services, shared: SharedServices): void {
  const sql = atLength(services).system.background.sql;
  const dealers: WaybillDealers = (on, waybills) => shared.waybillDealers.get()(on, waybills);
  serveWarningList(services, shared);
  const levelOf = (code: number) => shared.rules.levelOf(code);
  serveWarningParams(services, dealers, levelOf);
  services.sweeps.add(new OrderWatch(services.system.background.sql), orderPeriod);
  services.sweeps.add({ sweep: () => giveWarningsOwners(services.system.background.sql, services) }, orderPeriod);
  const watch = new WarningWatch({ sql, waybillDealers: dealers, levelOf, timeZone: services.timeZone });
  watchScans(services, async () => (await watch.look()) + (await lookAtInspections(sql, dealers)));
}

/** Looks at new scans and inspections until the server stops. After an error, the same scans are tried again with the next ones. */
function watchScans(services: Services, look: () => Promise<number>): void {
  const { app, log } = services;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isOver = false;
  const next = () => {
    if (isOver) return;
    timer = setTimeout(() => {
      round = look()
        .then((count) => (count > 0 ? giveWarningsOwners(services.system.background.sql, services) : undefined))
        .then(
          () => {},
          (error) => tellFailure(log, error, 'looking at scans for warnings failed'),
        )
        .then(next);
    }, period).unref();
  };
  app.addHook('onListen', async () => next());
  app.addHook('preClose', async () => {
    isOver = true;
    clearTimeout(timer);
    await round;
  });
}

interface NewWarnings {
  readonly notices: Pick<Notices, 'tell'>;
  readonly metrics: Pick<Metrics, 'warningOpened'>;
}

/**
 * Gives new warnings the time until which they are to be looked into and, where they are about goods of a dealer, their owner: the
 * person who sees to the dealer. The owner is told.
 */
export async function giveWarningsOwners(sql: Sql, { notices, metrics }: NewWarnings): Promise<void> {
  const due = new Date(Date.now() + dueWithin.warning * hour).toISOString();
  const warnings = await sql.begin(async (change) => {
    const fresh = await change<{ id: number; rule: string; subject: string; dealer_id: number | null }[]>`
      select id, rule, coalesce(code, subject) as subject, dealer_id from consumer_warning
      where status = 'new' and due_at is null order by id limit 1000 for update skip locked`;
    if (fresh.length === 0) return [];
    const ids = fresh.map(({ id }) => id);
    await change`update consumer_warning set due_at = ${due}::timestamptz where id = any(${ids}::bigint[])`;
    const dealers = [...new Set(fresh.flatMap(({ dealer_id }) => dealer_id ?? []))];
    const managers = await change<{ dealer_id: number; manager_id: number }[]>`
      select d.id as dealer_id, a.id as manager_id from dealer d
      join account a on a.id = d.manager_id and a.status = 'enabled' and a.account_type = 1
      where d.id = any(${dealers}::bigint[])`;
    const managerOf = new Map(managers.map(({ dealer_id, manager_id }) => [dealer_id, manager_id]));
    for (const [owner, own] of Map.groupBy(fresh, ({ dealer_id }) => managerOf.get(dealer_id ?? 0))) {
      if (owner === undefined) continue;
      const ids = own.map(({ id }) => id);
      await change`
        update consumer_warning set owner_id = ${owner}
        where id = any(${ids}::bigint[]) and owner_id is null`;
      const query = ids.length === 1 ? { detail: `${ids[0]}` } : { owner_id: `${owner}`, open: 'yes' };
      await notices.tell(change, [owner], {
        kind: 'warning_fired',
        params: { what: own[0]?.subject ?? '', count: ids.length },
        leads: [{ screen: 'queryconsumerwarning', query: `${new URLSearchParams(query)}` }],
      });
    }
    return fresh;
  });
  for (const { rule } of warnings) metrics.warningOpened(rule);
}
