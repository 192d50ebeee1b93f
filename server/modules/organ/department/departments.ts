import type { ExpressionBuilder, Kysely } from 'kysely';
import { sql as ksql } from 'kysely';
import {
  departmentAdd,
  departmentDelete,
  departmentLevels,
  departmentList,
  departmentListTree,
  departmentTree,
  departmentUpdate,
} from '../../../../contract/organ/department.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { isReferredTo, violates } from '../../../platform/database/violation.ts';
import { requireFresh } from '../../../platform/records/stale.ts';
import { badInput, conflict, notFound } from '../../../platform/refusal.ts';
import { containing, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { levelsOf, makeRoom, type Place, treeOf, upwards } from './department-tree.ts';

export function serveDepartments(services: Services): void {
  serveTrees(services);
  serveChanges(services);
}

function serveTrees(services: Services): void {
  const { routes } = services;

  routes.serve(departmentListTree, async (_, { db }) => {
    const rows = (await departments(db).execute()).map(present);
    return treeOf(rows.map((row) => ({ ...row, people_below: peopleBelow(rows, row) })));
  });

  routes.serve(departmentTree, async (_, { db }) =>
    treeOf(
      await db.selectFrom('department').select(['id', 'depart_code', 'depart_name', 'parent_id', 'sort']).execute(),
    ),
  );

  serveList(services, {
    name: 'tree',
    page: departmentList,
    rows: (db, { keyword, parent_id }) => {
      let rows = departments(db);
      const pattern = containing(keyword ?? '');
      if (keyword) {
        rows = rows.where((eb) =>
          eb.or([eb('d.depart_code', 'ilike', pattern), eb('d.depart_name', 'ilike', pattern)]),
        );
      }
      if (parent_id) rows = rows.where('d.parent_id', '=', parent_id);
      return rows;
    },
    sort: {
      depart_code: ksql.ref('d.depart_code'),
      depart_name: ksql.ref('d.depart_name'),
      sort: ksql.ref('d.sort'),
      created_at: ksql.ref('d.created_at'),
      updated_at: ksql.ref('d.updated_at'),
    },
    defaultSort: 'depart_code',
    tieBreak: ksql.ref('d.id'),
    present,
  });
}

function serveChanges({ routes }: Services): void {
  routes.change(departmentAdd, async ({ parent_id = null, leader_id = null, sort, ...named }, _, change) => {
    const places = await lockPlaces(change.db);
    requireRoomBelow(places, parent_id, 1);
    await requireLeader(change.db, leader_id);
    const room = makeRoom(places, undefined, parent_id, sort);
    await renumber(change, room.moved);
    const { id } = await change.db
      .insertInto('department')
      .values({ ...trimmed(named), parent_id, leader_id, sort: room.sort })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(violates('department_code_key', () => taken(named.depart_code)));
    change.made('department', id);
    return { id };
  });

  routes.change(departmentUpdate, async ({ id, updated_at, parent_id, leader_id, sort, ...named }, _, change) => {
    const places = await lockPlaces(change.db);
    await change.changing('department', id);
    const row = await change.db.selectFrom('department').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('department');
    await requireFresh(change, 'department', row, updated_at);
    if (leader_id !== undefined && leader_id !== row.leader_id) await requireLeader(change.db, leader_id);
    const parent = parent_id === undefined ? row.parent_id : parent_id;
    const moves = parent !== row.parent_id || (sort !== undefined && sort !== row.sort);
    await change.db
      .updateTable('department')
      .set({
        ...trimmed(named),
        ...(leader_id === undefined ? {} : { leader_id }),
        ...(moves ? await moveTo(change, places, id, parent, sort) : {}),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute()
      .catch(violates('department_code_key', () => taken(named.depart_code ?? '')));
    return { id };
  });

  routes.change(departmentDelete, async ({ id }, _, change) => {
    await change.changing('department', id);
    await requireEmpty(change.db, id);
    const row = await change.db
      .deleteFrom('department')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
      .catch(isReferredTo(() => conflict('department_referred')));
    if (!row) throw notFound('department');
    return null;
  });
}

const departments = (db: Kysely<Schema>) =>
  db
    .selectFrom('department as d')
    .leftJoin('account as l', 'l.id', 'd.leader_id')
    .selectAll('d')
    .select(['l.name as leader_name', (eb) => peopleOf(eb).as('people')]);

const peopleOf = (eb: ExpressionBuilder<Schema & { d: Schema['department'] }, 'd'>) =>
  eb
    .selectFrom('account as a')
    .whereRef('a.department_id', '=', 'd.id')
    .select((counted) => counted.fn.countAll<number>().as('people'));

type DepartmentRow = Awaited<ReturnType<ReturnType<typeof departments>['execute']>>[number];

const present = ({ people, created_at, updated_at, ...row }: DepartmentRow) => ({
  ...row,
  people: people ?? 0,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** The people of a department and of all below it. */
function peopleBelow(rows: readonly (Place & { people: number })[], row: Place & { people: number }): number {
  const below = rows.filter(({ parent_id }) => parent_id === row.id);
  return below.reduce((sum, one) => sum + peopleBelow(rows, one), row.people);
}

/** Whoever moves a department waits for others who do: two moves at once could make a loop. */
const lockPlaces = (db: Kysely<Schema>): Promise<Place[]> =>
  db.selectFrom('department').select(['id', 'parent_id', 'sort']).orderBy('id').forNoKeyUpdate().execute();

/** A new place in the tree; its new siblings make room. */
async function moveTo(
  change: Change,
  places: readonly Place[],
  id: number,
  parent_id: number | null,
  index: number | undefined,
): Promise<{ parent_id: number | null; sort: number }> {
  if (upwards(places, parent_id).includes(id)) throw badInput({ path: 'parent_id', reason: 'tree_loop' });
  requireRoomBelow(places, parent_id, levelsOf(places, id));
  const { sort, moved } = makeRoom(places, id, parent_id, index);
  await renumber(change, moved);
  return { parent_id, sort };
}

function requireRoomBelow(places: readonly Place[], parent: number | null, levels: number): void {
  const path = upwards(places, parent);
  if (parent !== null && path.length === 0) {
    throw badInput({ path: 'parent_id', reason: 'no_such', params: { value: parent } });
  }
  if (path.length + levels > departmentLevels) {
    throw badInput({ path: 'parent_id', reason: 'tree_too_deep', params: { limit: departmentLevels } });
  }
}

/** Who only makes room has not been edited: `updated_at` stays. */
async function renumber(change: Change, moved: readonly { id: number; sort: number }[]): Promise<void> {
  await change.changing('department', ...moved.map(({ id }) => id));
  for (const { id, sort } of moved) {
    await change.db.updateTable('department').set({ sort }).where('id', '=', id).execute();
  }
}

async function requireLeader(db: Kysely<Schema>, leader: number | null): Promise<void> {
  if (leader === null) return;
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', leader)
    .where('account_type', '=', 1)
    .executeTakeFirst();
  if (!found) throw badInput({ path: 'leader_id', reason: 'no_such', params: { value: leader } });
}

async function requireEmpty(db: Kysely<Schema>, id: number): Promise<void> {
  const [people, below, positions] = await Promise.all([
    db.selectFrom('account').where('department_id', '=', id).select(count).executeTakeFirstOrThrow(),
    db.selectFrom('department').where('parent_id', '=', id).select(count).executeTakeFirstOrThrow(),
    db.selectFrom('position').where('department_id', '=', id).select(count).executeTakeFirstOrThrow(),
  ]);
  if (people.n + below.n + positions.n === 0) return;
  throw conflict('department_not_empty', { people: people.n, departments: below.n, positions: positions.n });
}

// biome-ignore lint/suspicious/noExplicitAny: of any table
const count = (eb: ExpressionBuilder<any, any>) => eb.fn.countAll<number>().as('n');

const trimmed = <Named extends { depart_code?: string; depart_name?: string }>({ depart_code, depart_name }: Named) =>
  ({
    ...(depart_code === undefined ? {} : { depart_code: depart_code.trim() }),
    ...(depart_name === undefined ? {} : { depart_name: depart_name.trim() }),
  }) as { [Key in keyof Named & ('depart_code' | 'depart_name')]: string };

const taken = (code: string) => badInput({ path: 'depart_code', reason: 'taken', params: { value: code.trim() } });
