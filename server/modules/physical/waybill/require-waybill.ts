import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import { noAccess, notFound } from '#platform/refusal.ts';

type Asking = Pick<Caller<Account>, 'db' | 'account'>;

/** The waybill; throws 404 if it does not exist or the caller may not see it. */
export async function requireWaybill({ db }: Pick<Asking, 'db'>, id: number) {
  const waybill = await db
    .selectFrom('waybill')
    .select(['id', 'from_warehouse_id', 'to_warehouse_id', 'to_dealer_id', 'to_factory_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!waybill) throw notFound('waybill');
  return waybill;
}

/** Throws unless the caller may act for the warehouse that the waybill leaves from. */
export async function requireSender(asking: Asking, id: number): Promise<void> {
  const { from_warehouse_id } = await requireWaybill(asking, id);
  await requireOwnWarehouse(asking, from_warehouse_id);
}

/** Throws unless the caller may receive the waybill: the recipient, or the enterprise, which may sign for anybody. */
export async function requireReceiver(asking: Asking, id: number): Promise<void> {
  const { to_warehouse_id, to_dealer_id, to_factory_id } = await requireWaybill(asking, id);
  const { party } = asking.account;
  if (!party || party.id === (party.kind === 'dealer' ? to_dealer_id : to_factory_id)) return;
  if (to_warehouse_id === null) throw noAccess();
  await requireOwnWarehouse(asking, to_warehouse_id);
}

/** Throws 403 unless the warehouse is the caller's own; the enterprise may act for all. */
async function requireOwnWarehouse({ account, db }: Asking, id: number): Promise<void> {
  if (isOfEnterprise(account)) return;
  const own = await db.selectFrom('warehouse').select('id').where('id', '=', id).executeTakeFirst();
  if (!own) throw noAccess();
}
