import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { making } from '../capture/event.table.ts';

/** Places that a party may own, by the tables that they stand for. */
const ownPlaces = ['warehouse', 'dealer', 'ship_to'] as const;

/**
 * The condition on an event `e` that a party took part in: it is on a waybill that it sends or receives, was done by its people
 * or devices, leads to one of its places (the only link of returns to a party), or made the goods of its work orders. Where
 * goods went afterwards concerns others. The enterprise takes part in everything.
 */
export async function ownEvents(
  sql: Connection,
  { account, db }: Pick<Caller<Account>, 'account' | 'db'>,
): Promise<() => Fragment> {
  if (!account.party) return () => sql`true`;
  const own = async (table: 'waybill' | 'account' | 'device_key' | 'work_order' | (typeof ownPlaces)[number]) =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id);
  const [waybills, people, devices, orders, ...places] = await Promise.all([
    own('waybill'),
    own('account'),
    own('device_key'),
    own('work_order'),
    ...ownPlaces.map(own),
  ]);
  const ofKinds = ownPlaces.map((kind, at) => sql`or (kind = ${kind} and ref_id = any(${places[at] ?? []}::bigint[]))`);
  // A fragment that a promise resolved to would be sent as a statement.
  return () => sql`(e.waybill_id = any(${waybills}::bigint[]) or e.account_id = any(${people}::bigint[])
    or e.device_key_id = any(${devices}::bigint[])
    or (e.work_order_id = any(${orders}::bigint[]) and e.waybill_id is null and e.act = any(${making as number[]}::smallint[]))
    or e.place_id in (select id from place where false ${ofKinds}))`;
}
