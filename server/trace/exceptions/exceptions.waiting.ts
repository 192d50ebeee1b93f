import type { WaitingName } from '@suyuan/contract/access/notice.ts';
import { type ExceptionScreenKey, kindsOn } from '@suyuan/contract/trace/exception.ts';
import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

const due = sql<Date | null>`exception.due_at`;

/** Open exceptions that the account owns, on one screen. */
const own = (screen: ExceptionScreenKey, name: WaitingName) =>
  defineWaiting({
    name,
    permission: `${screen}:settle`,
    screen,
    query: ({ id }) => ({ status: 'open', owner_id: `${id}` }),
    rows: (db, { id }) =>
      db
        .selectFrom('exception')
        .where('status', '=', 'open')
        .where('owner_id', '=', id)
        .where('kind', 'in', kindsOn(screen)),
    due,
  });

/** Those that nobody owns wait for whoever may give them to somebody. */
const unowned = (screen: ExceptionScreenKey, name: WaitingName) =>
  defineWaiting({
    name,
    permission: `${screen}:assign`,
    screen,
    query: { status: 'open', owned: 'no' },
    rows: (db) =>
      db
        .selectFrom('exception')
        .where('status', '=', 'open')
        .where('owner_id', 'is', null)
        .where('kind', 'in', kindsOn(screen)),
    due,
  });

export const repeatedCodes = own('repeatedquery', 'repeated_codes');
export const productionData = own('deliveryorder', 'production_data');
export const wmsMessages = own('loglist', 'wms_messages');
export const unownedRepeatedCodes = unowned('repeatedquery', 'unowned_repeated_codes');
export const unownedProductionData = unowned('deliveryorder', 'unowned_production_data');
export const unownedWmsMessages = unowned('loglist', 'unowned_wms_messages');
