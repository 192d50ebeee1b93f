import type { InputOf } from '@suyuan/contract/call/call.ts';
import { department, departmentLevels, departmentListTree, departmentTree } from '@suyuan/contract/organ/department.ts';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { isReferredTo, violates } from '#platform/database/statements/violation.ts';
import { declaredRow, heldIn, listOf } from '#platform/lists/declared-list.ts';
import { serveList, shownRows } from '#platform/lists/list.ts';
import { changedColumnsOf, columnsOf } from '#platform/records/columns.ts';
import { namesOf, serveUsers } from '#platform/records/in-use.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveBatch } from '#platform/things/batch.ts';
import { serveDepartmentImport } from './department-import.ts';
import { branchesIn, insertionAt, levelsOf, type TreeNode, treeOf, upwards } from './department-tree.ts';

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

  routes.serve(departmentTree, async ({ depart_code }, { db }) => {
    const tree = treeOf(
      await db.selectFrom('department').select(['id', 'depart_code', 'depart_name', 'parent_id', 'sort']).execute(),
    );
    return depart_code === undefined ? tree : branchesIn(tree, depart_code);
  });

  serveList(services, list);
}

const present = (row: DepartmentRow) => declaredRow(department, row);

function serveChanges(services: Services): void {
  const { routes } = services;
  routes.change(department.add, async (input, _, change) => ({ id: await addDepartment(input, change) }));
  routes.change(department.update, async (input, _, change) => ({ id: await updateDepartment(input, change) }));
  serveDepartmentImport(services, {
    addDepartment,
    updateDepartment,
    show: (ids, { db }, { language }) => shownRows(list, ids, { db, language }),
  });

  serveUsers(routes, department, {
    table: 'department',
    users: (db, id) => ({
      department_has_people: namesOf(db.selectFrom('account').where('department_id', '=', id), 'name'),
      department_has_departments: namesOf(db.selectFrom('department').where('parent_id', '=', id), 'depart_name'),
      department_has_positions: namesOf(db.selectFrom('position').where('department_id', '=', id), 'position_name'),
    }),
  });

  routes.change(department.remove, async ({ id }, _, change) => {
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

  serveBatch(routes, department);
}

/** Adds a department among its siblings; returns its id. */
async function addDepartment(input: InputOf<typeof department.add>, change: Change): Promise<number> {
  const { parent_id = null, leader_id = null, sort } = input;
  const nodes = await lockNodes(change.db);
  requireDepth(nodes, parent_id, 1);
  await requireLeader(change.db, leader_id);
  const insertion = insertionAt(nodes, undefined, parent_id, sort);
  await renumber(change, insertion.moved);
  const { id } = await change.db
    .insertInto('department')
    .values({ ...columnsOf(department, input), sort: insertion.sort })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(violates('department_code_key', () => taken(input.depart_code)));
  change.made('department', id);
  return id;
}

/** Changes or moves a department; returns its id. */
async function updateDepartment(input: InputOf<typeof department.update>, change: Change): Promise<number> {
  const { id, updated_at, parent_id, sort, ...given } = input;
  const nodes = await lockNodes(change.db);
  await change.changing('department', id);
  const row = await change.db.selectFrom('department').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('department');
  await requireFresh(change, 'department', row, updated_at);
  const { leader_id = row.leader_id, depart_code = row.depart_code } = given;
  if (leader_id !== row.leader_id) await requireLeader(change.db, leader_id);
  const parent = parent_id === undefined ? row.parent_id : parent_id;
  const moves = parent !== row.parent_id || (sort !== undefined && sort !== row.sort);
  await change.db
    .updateTable('department')
    .set({
      ...changedColumnsOf(department, given),
      ...(moves ? await moveTo(change, nodes, id, parent, sort) : {}),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
    .catch(violates('department_code_key', () => taken(depart_code)));
  return id;
}

const departments = (db: Kysely<Schema>) =>
  db
    .selectFrom('department')
    .leftJoin('account as l', 'l.id', 'department.leader_id')
    .leftJoin('department as parent', 'parent.id', 'department.parent_id')
    .selectAll('department')
    .select([
      'l.name as leader_name',
      'l.account_name as leader_account',
      'parent.depart_code as parent_code',
      'parent.depart_name as parent_name',
      (eb) => peopleOf(eb).as('people'),
    ]);

const peopleOf = (eb: ExpressionBuilder<Schema, 'department'>) =>
  eb
    .selectFrom('account as a')
    .whereRef('a.department_id', '=', 'department.id')
    .select((accounts) => accounts.fn.countAll<number>().as('people'))
    .$asScalar()
    .$notNull();

type DepartmentRow = Awaited<ReturnType<ReturnType<typeof departments>['execute']>>[number];

const list = listOf<typeof department, DepartmentRow>(department, {
  rows: departments,
  narrow: { keyword: heldIn('department.depart_code', 'department.depart_name') },
  defaultSort: 'depart_code',
  present,
});

/** The number of people in a department and its descendants. */
function peopleBelow(rows: readonly (TreeNode & { people: number })[], row: TreeNode & { people: number }): number {
  const below = rows.filter(({ parent_id }) => parent_id === row.id);
  return below.reduce((sum, one) => sum + peopleBelow(rows, one), row.people);
}

/** Locks all departments, since two concurrent moves could create a cycle. */
const lockNodes = (db: Kysely<Schema>): Promise<TreeNode[]> =>
  db.selectFrom('department').select(['id', 'parent_id', 'sort']).orderBy('id').forNoKeyUpdate().execute();

/** Moves a department in the tree, and renumbers its new siblings. */
async function moveTo(
  change: Change,
  nodes: readonly TreeNode[],
  id: number,
  parent_id: number | null,
  index: number | undefined,
): Promise<{ parent_id: number | null; sort: number }> {
  if (upwards(nodes, parent_id).includes(id)) throw badInput({ path: 'parent_id', reason: 'tree_loop' });
  requireDepth(nodes, parent_id, levelsOf(nodes, id));
  const { sort, moved } = insertionAt(nodes, id, parent_id, index);
  await renumber(change, moved);
  return { parent_id, sort };
}

function requireDepth(nodes: readonly TreeNode[], parent: number | null, levels: number): void {
  const path = upwards(nodes, parent);
  if (parent !== null && path.length === 0) {
    throw badInput({ path: 'parent_id', reason: 'no_such', params: { value: parent } });
  }
  if (path.length + levels > departmentLevels) {
    throw badInput({ path: 'parent_id', reason: 'tree_too_deep', params: { limit: departmentLevels } });
  }
}

/** Renumbers siblings. They were not edited themselves, so `updated_at` stays. */
async function renumber(change: Change, moves: readonly { id: number; sort: number }[]): Promise<void> {
  await change.changing('department', ...moves.map(({ id }) => id));
  for (const { id, sort } of moves) {
    await change.db.updateTable('department').set({ sort }).where('id', '=', id).execute();
  }
}

async function requireLeader(db: Kysely<Schema>, leader: number | null): Promise<void> {
  if (leader === null) return;
  const person = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', leader)
    .where('account_type', '=', 1)
    .executeTakeFirst();
  if (!person) throw badInput({ path: 'leader_id', reason: 'no_such', params: { value: leader } });
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

const taken = (code: string) => badInput({ path: 'depart_code', reason: 'taken', params: { value: code.trim() } });
