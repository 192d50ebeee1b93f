import { COUNTER_LIMIT } from '@suyuan/codes/format/format.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import type { recallAdd } from '@suyuan/contract/inspect/recall/recall.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import { usesOfLot } from '#trace/flow/flow.ts';
import { placesOf } from '#trace/places.ts';
import { packedIn } from '#trace/state/package-contents.ts';

type Scope = InputOf<typeof recallAdd>['scope'] | InputOf<typeof holdAdd>['scope'];
type Kind = 'lot' | 'work_order' | 'material_lot' | 'codes' | 'range' | 'place' | 'lots';

/** What is recalled or held: whole lots, codes, or whatever is at places. */
export interface Chosen<K extends Kind = Kind> {
  readonly kind: K;
  /** The scope as text. */
  readonly scope: string;
  readonly lots: readonly number[];
  readonly codes: readonly { readonly id: number; readonly chosen: boolean }[];
  readonly places: readonly number[];
}

interface Ends {
  readonly first_code: string;
  readonly last_code: string;
}
export const endsOf = ({ first_code, last_code }: Ends): [string, string] => [first_code.trim(), last_code.trim()];

interface ProductLot {
  readonly product_id: number;
  readonly lot: string;
}

type LotScope = Exclude<Scope, { codes: string[] } | Ends | { warehouse_id: number }>;

interface LotsMeant {
  readonly kind: 'lot' | 'work_order' | 'material_lot';
  readonly scope: string;
  readonly lots: readonly ProductLot[];
}

/** Resolves a scope to lots, adding those that have no events yet; throws 409 if nothing was made of it. */
export async function lotsChosen(change: Change, scope: LotScope): Promise<Chosen<LotsMeant['kind']>> {
  const { lots, ...meant } = await lotsMeant(change.db, scope);
  return { ...meant, lots: await lotIds(change, lots), codes: [], places: [] };
}

/** The same for a preview: without the lots that have no events yet, of which there are no goods. */
export async function lotsPreviewed(db: Kysely<Schema>, scope: LotScope): Promise<Chosen<LotsMeant['kind']>> {
  const { lots, ...meant } = await lotsMeant(db, scope);
  if (lots.length === 0) throw conflict('recall_nothing');
  const rows = await Promise.all(lots.map((lot) => knownLot(db, lot)));
  return { ...meant, lots: rows.flatMap((lot) => lot?.id ?? []), codes: [], places: [] };
}

async function lotsMeant(db: Kysely<Schema>, scope: LotScope): Promise<LotsMeant> {
  if ('lot' in scope) {
    const lot = scope.lot.trim();
    return { kind: 'lot', scope: lot, lots: await productsOfLot(db, lot, scope.product_id) };
  }
  if ('work_order_id' in scope) {
    const id = scope.work_order_id;
    const order = await db.selectFrom('work_order').select('order_no').where('id', '=', id).executeTakeFirst();
    if (!order) throw badInput({ path: 'scope.work_order_id', reason: 'no_such', params: { value: id } });
    return { kind: 'work_order', scope: order.order_no, lots: await lotsOfOrders(db, [id]) };
  }
  const uses = await usesOfLot(db, scope.material_lot, scope.material_id);
  const orders = [...new Set(uses.map(({ work_order_id }) => work_order_id))];
  const names = [...new Set(uses.map(({ material_name }) => material_name))];
  const words = [scope.material_lot.trim(), names.join('、')].filter(Boolean).join(' · ');
  return { kind: 'material_lot', scope: words, lots: await lotsOfOrders(db, orders) };
}

/** The lots that work orders make. Throws 409 for one that was started without a lot: its goods would be left out unseen. */
async function lotsOfOrders(db: Kysely<Schema>, orders: readonly number[]): Promise<ProductLot[]> {
  if (orders.length === 0) return [];
  const rows = await db
    .selectFrom('work_order')
    .select(['order_no', 'product_id', 'lot', 'started_at'])
    .where('id', 'in', orders)
    .orderBy('id')
    .execute();
  const lotless = rows.filter(({ lot, started_at }) => !lot && started_at !== null);
  if (lotless.length > 0)
    throw conflict('recall_without_lot', { orders: lotless.map(({ order_no }) => order_no).join(', ') });
  return rows.flatMap(({ product_id, lot }) => (lot ? [{ product_id, lot }] : []));
}

/** The products with this lot number, according to acts, work orders and ranges of codes. */
async function productsOfLot(db: Kysely<Schema>, lot: string, product: number | undefined): Promise<ProductLot[]> {
  const [lots, orders, segments] = await Promise.all([
    db.selectFrom('lot').select('product_id').where('lot_no', '=', lot).execute(),
    db.selectFrom('work_order').select('product_id').where('lot', '=', lot).execute(),
    // Codes without a product of their own are bound to that of their order.
    db
      .selectFrom('code_segment')
      .innerJoin('code_order', 'code_order.id', 'code_segment.order_id')
      .select((eb) => eb.fn.coalesce('code_segment.product_id', 'code_order.product_id').as('product_id'))
      .distinct()
      .where('code_segment.lot', '=', lot)
      .execute(),
  ]);
  const products = new Set([...lots, ...orders, ...segments].flatMap(({ product_id }) => product_id ?? []));
  return [...products]
    .filter((id) => product === undefined || id === product)
    .map((product_id) => ({ product_id, lot }));
}

/** The ids of lots; those that have no events yet are inserted. */
async function lotIds(change: Change, lots: readonly ProductLot[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const lot of lots) ids.add((await knownLot(change.db, lot))?.id ?? (await madeLot(change, lot)));
  if (ids.size === 0) throw conflict('recall_nothing');
  return [...ids];
}

const knownLot = (db: Kysely<Schema>, { product_id, lot }: ProductLot) =>
  db.selectFrom('lot').select('id').where('product_id', '=', product_id).where('lot_no', '=', lot).executeTakeFirst();

async function madeLot(change: Change, { product_id, lot: lot_no }: ProductLot): Promise<number> {
  const { id } = await change.db
    .insertInto('lot')
    .values({ product_id, lot_no })
    .onConflict((on) => on.columns(['product_id', 'lot_no']).doUpdateSet({ lot_no }))
    .returning('id')
    .executeTakeFirstOrThrow();
  change.made('lot', id);
  return id;
}

/** The most codes that are chosen at once, including the contents of those that are named. */
const maxCodes = 20_000;

/** Chosen codes with all of their contents. */
export async function codesChosen(
  sql: Connection,
  ids: readonly number[],
  texts: readonly string[],
): Promise<Chosen<'codes'>> {
  const scope = texts.slice(0, 3).join('、') + (texts.length > 3 ? ` … (${texts.length})` : '');
  return { kind: 'codes', scope, lots: [], codes: await withContents(sql, ids), places: [] };
}

/** All issued codes between two codes of the same rule, with all of their contents. */
export async function rangeChosen(
  sql: Connection,
  ids: readonly number[],
  [from, to]: readonly [string, string],
): Promise<Chosen<'range'>> {
  const [first, last] = ids as [number, number];
  if (ruleOf(first) !== ruleOf(last)) throw badInput({ path: 'scope.last_code', reason: 'of_another_rule' });
  if (last < first) throw badInput({ path: 'scope.last_code', reason: 'range_reversed' });
  const rows = await sql<{ id: number }[]>`
    select generate_series(greatest(first_id, ${first}), least(last_id, ${last})) as id
    from code_order where first_id <= ${last} and last_id >= ${first}
    limit ${maxCodes + 1}`;
  const codes = await withContents(
    sql,
    rows.map(({ id }) => id),
  );
  return { kind: 'range', scope: `${from} – ${to} (${rows.length})`, lots: [], codes, places: [] };
}

/** A warehouse with those within it: whatever lies there. */
export async function placesChosen(sql: Connection, warehouse: number): Promise<Chosen<'place'>> {
  const { ids, scope } = await warehousesWithin(sql, warehouse);
  const places = await placesOf(sql, 'warehouse', ids);
  return { kind: 'place', scope, lots: [], codes: [], places: [...places.values()] };
}

/** The same for a preview: only those where goods have been. */
export async function placesPreviewed(sql: Connection, warehouse: number): Promise<Chosen<'place'>> {
  const { ids, scope } = await warehousesWithin(sql, warehouse);
  const places = await sql<{ id: number }[]>`
    select id from place where kind = 'warehouse' and ref_id = any(${ids}::bigint[])`;
  return { kind: 'place', scope, lots: [], codes: [], places: places.map(({ id }) => id) };
}

async function warehousesWithin(sql: Connection, warehouse: number): Promise<{ ids: number[]; scope: string }> {
  const rows = await sql<{ id: number; warehouse_code: string; warehouse_name: string }[]>`
    select id, warehouse_code, warehouse_name from warehouse
    where id in (select warehouses_within(${warehouse})) order by id = ${warehouse} desc, id`;
  const [top] = rows;
  if (!top) throw badInput({ path: 'scope.warehouse_id', reason: 'no_such', params: { value: warehouse } });
  return { ids: rows.map(({ id }) => id), scope: `${top.warehouse_name} (${top.warehouse_code})` };
}

const ruleOf = (id: number): number => Math.floor(id / COUNTER_LIMIT);

/** Adds the contents of chosen codes, level by level; throws 409 if there are too many at once. */
export async function withContents(sql: Connection, codes: readonly number[]): Promise<Chosen['codes']> {
  const all = new Map(codes.map((id) => [id, true]));
  const heed = () => {
    if (all.size > maxCodes) throw conflict('recall_too_many', { limit: maxCodes });
  };
  heed();
  for (let parents = [...all.keys()]; parents.length > 0; ) {
    const rows = await packedIn(sql, parents, maxCodes + 1);
    parents = rows.map(({ child }) => child).filter((id) => !all.has(id));
    for (const id of parents) all.set(id, false);
    heed();
  }
  return [...all].map(([id, isChosen]) => ({ id, chosen: isChosen }));
}
