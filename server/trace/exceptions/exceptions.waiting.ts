import type { WaitingName } from '@suyuan/contract/access/notice.ts';
import { type ExceptionScreenKey, kindsOn } from '@suyuan/contract/trace/exception.ts';
import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Open exceptions of a screen. Those that nobody owns wait for whoever may give them to somebody. */
const exceptionsOn = (screen: ExceptionScreenKey, name: WaitingName, unowned: WaitingName) =>
  defineWaiting({
    name,
    permission: `${screen}:settle`,
    screen,
    query: ({ id }) => ({ status: 'open', owner_id: `${id}` }),
    due: sql<Date | null>`exception.due_at`,
    items: {
      table: 'exception',
      rows: (db) =>
        db
          .selectFrom('exception')
          .leftJoin('device_key as k', 'k.id', 'exception.device_key_id')
          .leftJoin('warehouse as w', 'w.id', 'k.warehouse_id')
          .leftJoin('work_order as o', 'o.id', 'exception.work_order_id')
          .where('exception.status', '=', 'open')
          .where('exception.kind', 'in', kindsOn(screen)),
      what: sql<string>`coalesce(exception.code, exception.source_name)`,
      since: sql<Date>`exception.created_at`,
      ownerColumn: 'owner_id',
      warehouse: sql<number | null>`k.warehouse_id`,
      aboutDealer: sql<number | null>`w.dealer_id`,
      dealer: sql<number | null>`w.dealer_id`,
      factory: sql<number | null>`coalesce(w.factory_id, o.factory_id)`,
      unowned: { name: unowned, permission: `${screen}:assign`, query: { status: 'open', owned: 'no' } },
    },
  });

export const repeatedCodes = exceptionsOn('repeatedquery', 'repeated_codes', 'unowned_repeated_codes');
export const productionData = exceptionsOn('deliveryorder', 'production_data', 'unowned_production_data');
export const wmsMessages = exceptionsOn('loglist', 'wms_messages', 'unowned_wms_messages');
