import type { Kysely } from 'kysely';
import { ownRowsOf } from '#platform/access/row-security.ts';
import type { Database } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Party } from '#platform/party.ts';
import { tables } from '#tables.ts';
import type { MarkedNames } from './marked-names.ts';

/**
 * The names that a party may see: those in rows that row security shows it, those of warehouses on its waybills or that it
 * may send goods back to, the lots of its goods, and the dealers that buy from it.
 */
export async function namesKnownTo(
  { db }: Pick<Database, 'db'>,
  party: Party,
  { columns }: Pick<MarkedNames, 'columns'>,
): Promise<ReadonlySet<string>> {
  const own = ownRowsOf(db, party, tables);
  const known = new Set<string>();
  const add = (rows: readonly object[]) => {
    for (const text of rows.flatMap(Object.values)) if (typeof text === 'string') known.add(text);
  };
  for (const [table, ofTable] of Map.groupBy(columns, (one) => one.table)) {
    const names = ofTable.map(({ column }) => column);
    add(
      await own
        .selectFrom(table as 'dealer')
        .select(names as 'dealer_name'[])
        .execute(),
    );
  }
  add(await warehousesTo(db, own, party));
  add(await lotsOf(db, own));
  add(await reasonsOf(db, own));
  if (party.kind === 'dealer') add(await buyersFrom(db, party));
  return known;
}

/** The dealers below a dealer: it passes recall notices on to them. */
const buyersFrom = (db: Kysely<Schema>, { id }: Party) =>
  db.selectFrom('dealer').select('dealer_name').where('parent_id', '=', id).execute();

/** The warehouses at both ends of a waybill, and those that take goods back. */
const warehousesTo = (db: Kysely<Schema>, own: Kysely<Schema>, { kind }: Party) =>
  db
    .selectFrom('warehouse')
    .select(['warehouse_code', 'warehouse_name'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', own.selectFrom('waybill').select('from_warehouse_id')),
        eb('id', 'in', own.selectFrom('waybill').select('to_warehouse_id').where('to_warehouse_id', 'is not', null)),
        ...(kind === 'dealer' ? [eb('dealer_id', 'is', null)] : []),
      ]),
    )
    .execute();

/** The lots that it made, sent, got or gave back. */
async function lotsOf(db: Kysely<Schema>, own: Kysely<Schema>) {
  const ids = await Promise.all([
    own.selectFrom('work_order').select('lot_id').execute(),
    own.selectFrom('waybill_goods').select('lot_id').execute(),
    own.selectFrom('refund_goods').select('lot_id').execute(),
  ]);
  const known = [0, ...ids.flat().flatMap(({ lot_id }) => lot_id ?? [])];
  return db.selectFrom('lot').select('lot_no').where('id', 'in', known).execute();
}

/** The reasons of events that it took part in: by its documents, its people and devices, or at its places. */
async function reasonsOf(db: Kysely<Schema>, own: Kysely<Schema>) {
  const ids = async (
    table: 'waybill' | 'work_order' | 'account' | 'device_key' | 'warehouse' | 'dealer' | 'ship_to' | 'refund',
  ) => (await own.selectFrom(table).select('id').execute()).map(({ id }) => id);
  const [waybills, people, keys, orders] = await Promise.all([
    ids('waybill'),
    ids('account'),
    ids('device_key'),
    ids('work_order'),
  ]);
  const places = await Promise.all(
    (['warehouse', 'dealer', 'ship_to', 'refund'] as const).map(async (kind) => ({
      kind,
      refs: [0, ...(await ids(kind))],
    })),
  );
  return db
    .selectFrom('trace_event as e')
    .leftJoin('place as p', 'p.id', 'e.place_id')
    .select('e.reason')
    .where((eb) =>
      eb.or([
        eb('e.waybill_id', 'in', [0, ...waybills]),
        eb('e.account_id', 'in', [0, ...people]),
        eb('e.device_key_id', 'in', [0, ...keys]),
        eb.and([eb('e.work_order_id', 'in', [0, ...orders]), eb('e.waybill_id', 'is', null)]),
        ...places.map(({ kind, refs }) => eb.and([eb('p.kind', '=', kind), eb('p.ref_id', 'in', refs)])),
      ]),
    )
    .execute();
}
