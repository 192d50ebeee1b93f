import { atLength } from '#platform/access/system-database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import { serveWarningList } from './warning-list.ts';
import { serveWarningParams } from './warning-param-calls.ts';
import { OrderWatch } from './watch/order-watch.ts';
import { giveWarningsOwners } from './watch/warning-owners.ts';
import { WarningWatch } from './watch/warning-watch.ts';

/** The interval between two looks at new scans, in milliseconds. */
const period = 2000;
/** And between two looks at work orders, in seconds. */
const orderPeriod = 60;

export default function serveWarnings(services: Services, shared: SharedServices): void {
  const sql = atLength(services).system.background.sql;
  const dealers: WaybillDealers = (on, waybills) => shared.waybillDealers.get()(on, waybills);
  serveWarningList(services, shared);
  serveWarningParams(services, dealers);
  services.sweeps.add(new OrderWatch(services.system.background.sql), orderPeriod);
  services.sweeps.add(
    { sweep: () => giveWarningsOwners(services.system.background.sql, services.notices) },
    orderPeriod,
  );
  watchScans(services, new WarningWatch({ sql, waybillDealers: dealers, timeZone: services.timeZone }));
}

/** Looks at new scans until the server stops. After an error, the same scans are tried again with the next ones. */
function watchScans(services: Services, watch: WarningWatch): void {
  const { app, log } = services;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isOver = false;
  const next = () => {
    if (isOver) return;
    timer = setTimeout(() => {
      looking = watch
        .look()
        .then((looked) =>
          looked > 0 ? giveWarningsOwners(services.system.background.sql, services.notices) : undefined,
        )
        .then(
          () => {},
          (error) => log.error(error, 'looking at scans for warnings failed'),
        )
        .then(next);
    }, period).unref();
  };
  app.addHook('onListen', async () => next());
  app.addHook('preClose', async () => {
    isOver = true;
    clearTimeout(timer);
    await looking;
  });
}
