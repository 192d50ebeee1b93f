import { hierarchy, hierarchyVersions } from '@suyuan/contract/base/product/hierarchy.ts';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { presentRow } from '../fields.ts';
import { countedLevels, type Level, levelsInForce, levelsOf, ratioOf, requireLevels } from './hierarchy-levels.ts';
import { levelsParser } from './hierarchy-parser.ts';

/** Serves packaging relations: how many of a unit another one holds. Changing one that products use creates a new version. */
export default function serveHierarchies(services: Services): void {
  const { routes } = services;

  serveThing(services, hierarchy, {
    table: 'hierarchy',
    few: true,
    rows: (from) => from.selectFrom('hierarchy').selectAll().select([levelsInForce, productsOf]),
    present: ({ level_rows, ...row }, language) => {
      const levels = countedLevels(level_rows, language);
      const [ratio, ratio_codes] = [ratioOf(levels, 'symbol'), ratioOf(levels, 'unit_code')];
      return { ...presentRow(row), products: Number(row.products), levels, ratio, ratio_codes };
    },
    foundBy: ['hierarchy_code', 'hierarchy_name'],
    parsers: { levels: levelsParser },
    check: ({ input, change }) => requireLevels(change, input.levels),
    parts: inForce,
    keep: async (hierarchies) => {
      for (const { id, before, input, change } of hierarchies) {
        if (before) await keepLevels(change, id, before.version as number, input.levels);
        else await writeVersion(change, id, 1, input.levels);
      }
    },
    answer: ({ id, change: { db } }) =>
      db.selectFrom('hierarchy').select('version').where('id', '=', id).executeTakeFirstOrThrow(),
    users: (db, id) => ({ hierarchy_in_products: usersOf(db, id) }),
  });

  routes.serve(hierarchyVersions, async ({ id }, { db, language }) => {
    const versions = await db
      .selectFrom('hierarchy_version')
      .where('hierarchy_id', '=', id)
      .orderBy('version', 'desc')
      .select(['version', 'created_at'])
      .execute();
    if (versions.length === 0) throw notFound('hierarchy');
    const levels = await levelsOf(db, id);
    return versions.map(({ version, created_at }) => ({
      version,
      created_at: created_at.toISOString(),
      levels: countedLevels(levels.get(version) ?? [], language),
    }));
  });
}

const productsOf = (eb: ExpressionBuilder<Schema, 'hierarchy'>) =>
  eb
    .selectFrom('product as p')
    .whereRef('p.hierarchy_id', '=', 'hierarchy.id')
    .select((count) => count.fn.countAll<number>().as('n'))
    .as('products');

/** The levels of the current versions of packaging relations. */
async function inForce(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await db
    .selectFrom('hierarchy as h')
    .innerJoin('hierarchy_level as l', (join) =>
      join.onRef('l.hierarchy_id', '=', 'h.id').onRef('l.version', '=', 'h.version'),
    )
    .where('h.id', 'in', ids)
    .orderBy('l.position')
    .select(['h.id', 'l.unit_id', 'l.quantity'])
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, levels]) => [
      id,
      { levels: levels.map(({ unit_id, quantity }) => ({ unit_id, quantity })) },
    ]),
  );
}

/** Stores changed levels: in place if no product uses the relation, else as a new version. */
async function keepLevels(change: Change, id: number, version: number, levels: readonly Level[]): Promise<void> {
  const now = (await levelsOf(change.db, id)).get(version) ?? [];
  const same =
    now.length === levels.length &&
    now.every(({ unit_id, quantity }, at) => unit_id === levels[at]?.unit_id && quantity === levels[at]?.quantity);
  if (same) return;
  const users = await usersOf(change.db, id).limit(1).execute();
  if (users.length > 0) {
    await writeVersion(change, id, version + 1, levels);
    await change.db
      .updateTable('hierarchy')
      .set({ version: version + 1 })
      .where('id', '=', id)
      .execute();
    return;
  }
  await change.db
    .deleteFrom('hierarchy_version')
    .where('hierarchy_id', '=', id)
    .where('version', '=', version)
    .execute();
  await writeVersion(change, id, version, levels);
}

async function writeVersion({ db }: Change, id: number, version: number, levels: readonly Level[]): Promise<void> {
  await db.insertInto('hierarchy_version').values({ hierarchy_id: id, version }).execute();
  await db
    .insertInto('hierarchy_level')
    .values(levels.map((level, index) => ({ ...level, hierarchy_id: id, version, position: index + 1 })))
    .execute();
}

const usersOf = (db: Kysely<Schema>, id: number) =>
  db.selectFrom('product').where('hierarchy_id', '=', id).select('product_name as name').orderBy('id');
