import { type Group, isTime, type Narrowing } from '@suyuan/contract/thing/report.ts';
import type { Kysely } from 'kysely';
import { areaName } from '#platform/areas/areas.ts';
import type { Schema } from '#platform/database/schema.ts';
import { type Language, listText, text } from '#platform/language.ts';

/** The names of rows of a report by key. Keys of time are their own names; things are only named if the caller may see them. */
export async function namesOf(
  db: Kysely<Schema>,
  group: Group,
  keys: readonly string[],
  language: Language,
): Promise<(key: string) => string> {
  if (isTime(group)) return (key) => key;
  if (group === 'reason' || group === 'cause' || group === 'carrier')
    return (key) => (key === '0' ? text(language, 'report.none') : key);
  if (group === 'outcome')
    return (key) => listText(language, 'case', key === 'open' ? 'status.open' : `outcome.${key}`) ?? key;
  if (group === 'region') return (key) => (key === '0' ? text(language, 'report.none') : areaName(key));
  if (group === 'route') return routeNames(db, keys, language);
  if (group === 'shift') return (key) => (key === '0' ? text(language, 'report.none') : key.replace('-', '–'));
  const ids = keys.map(Number).filter((id) => id > 0);
  const names = new Map(
    ids.length === 0 ? [] : (await readers[group](db, ids)).map(({ id, name }) => [String(id), name]),
  );
  return (key) => {
    if (key === '0') return text(language, 'report.none');
    return names.get(key) ?? text(language, 'report.gone', { id: key });
  };
}

/** The names of routes, from the dealer that goods were sold to to the province where they were found. */
async function routeNames(db: Kysely<Schema>, keys: readonly string[], language: Language) {
  const ends = (key: string) => key.split('-') as [string, string];
  const dealers = [...new Set(keys.map((key) => ends(key)[0]))];
  const [dealerOf, regionOf] = await Promise.all([
    namesOf(db, 'dealer', dealers, language),
    namesOf(db, 'region', [], language),
  ]);
  return (key: string) => {
    const [dealer, province] = ends(key);
    return `${dealerOf(dealer)} → ${regionOf(province)}`;
  };
}

/** The name of the thing that figures are filtered by. */
export async function nameOf(db: Kysely<Schema>, by: Narrowing, id: number, language: Language): Promise<string> {
  return (await namesOf(db, by, [String(id)], language))(String(id));
}

interface Named {
  readonly id: number;
  readonly name: string;
}

const readers: Record<
  Exclude<Group, 'day' | 'week' | 'month' | 'shift' | 'reason' | 'cause' | 'region' | 'route' | 'carrier' | 'outcome'>,
  (db: Kysely<Schema>, ids: number[]) => Promise<Named[]>
> = {
  product: async (db, ids) => {
    const rows = await db
      .selectFrom('product')
      .select(['id', 'product_code', 'product_name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, product_code, product_name }) => ({ id, name: `${product_name} (${product_code})` }));
  },
  order: (db, ids) => db.selectFrom('work_order').select(['id', 'order_no as name']).where('id', 'in', ids).execute(),
  // By work orders, because their rows are restricted by factory.
  lot: async (db, ids) => {
    const rows = await db
      .selectFrom('work_order')
      .select(['lot_id as id', 'lot as name'])
      .where('lot_id', 'in', ids)
      .execute();
    return rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [{ id, name }]));
  },
  line: (db, ids) =>
    db.selectFrom('production_line').select(['id', 'line_name as name']).where('id', 'in', ids).execute(),
  team: async (db, ids) => {
    const rows = await db
      .selectFrom('team')
      .select(['id', 'team_name', 'shift_start', 'shift_end'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, team_name, shift_start, shift_end }) => ({
      id,
      name: `${team_name} (${shift_start}–${shift_end})`,
    }));
  },
  stop_reason: (db, ids) =>
    db.selectFrom('stop_reason').select(['id', 'reason_name as name']).where('id', 'in', ids).execute(),
  factory: (db, ids) =>
    db.selectFrom('factory').select(['id', 'factory_name as name']).where('id', 'in', ids).execute(),
  dealer: (db, ids) => db.selectFrom('dealer').select(['id', 'dealer_name as name']).where('id', 'in', ids).execute(),
  warehouse: (db, ids) =>
    db.selectFrom('warehouse').select(['id', 'warehouse_name as name']).where('id', 'in', ids).execute(),
};
