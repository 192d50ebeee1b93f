import { type Kysely, sql as ksql } from 'kysely';
import { positionAdd, positionDelete, positionList, positionUpdate } from '../../../../contract/organ/position.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { isReferredTo, violates } from '../../../platform/database/violation.ts';
import { requireFresh } from '../../../platform/records/stale.ts';
import { badInput, conflict } from '../../../platform/refusal.ts';
import { containing, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { requireGivable } from '../role/escalation.ts';
import { rolesOf } from '../role/role-names.ts';
import { addRoles, lockPosition, setRoles } from './position-roles.ts';

export function servePositions(services: Services): void {
  servePositionList(services);
  servePositionChanges(services);
}

function servePositionList(services: Services): void {
  serveList(services, {
    name: 'departmentjob',
    page: positionList,
    rows: (db, { keyword, department_id }) => {
      let rows = positions(db);
      const pattern = containing(keyword ?? '');
      if (keyword) {
        rows = rows.where((eb) =>
          eb.or([eb('p.position_name', 'ilike', pattern), eb('d.depart_name', 'ilike', pattern)]),
        );
      }
      if (department_id) rows = rows.where('p.department_id', '=', department_id);
      return rows;
    },
    sort: {
      position_name: ksql.ref('p.position_name'),
      depart_name: ksql.ref('d.depart_name'),
      created_at: ksql.ref('p.created_at'),
      updated_at: ksql.ref('p.updated_at'),
    },
    defaultSort: 'depart_name',
    tieBreak: ksql.ref('p.id'),
    present: ({ role_ids, role_name_list, people, ...row }: PositionRow) => ({
      ...row,
      ...rolesOf({ role_ids, role_name_list }),
      people: people ?? 0,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }),
  });
}

function servePositionChanges({ routes }: Services): void {
  routes.change(positionAdd, async ({ role_ids = [], department_id, ...fields }, { account }, change) => {
    await requireDepartment(change.db, department_id);
    await requireGivable(change.db, account, role_ids);
    const { id } = await change.db
      .insertInto('position')
      .values({
        department_id,
        position_name: fields.position_name.trim(),
        description: fields.description?.trim() || null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(violates('position_name_key', () => taken(fields.position_name)));
    await addRoles(change, id, role_ids);
    change.made('position', id);
    return { id };
  });

  routes.change(positionUpdate, async ({ id, updated_at, role_ids, ...fields }, { account }, change) => {
    const row = await lockPosition(change, account, id);
    await requireFresh(change, 'position', row, updated_at, { roles: 'role_ids' });
    if (role_ids) await setRoles(change, account, id, role_ids);
    await change.db
      .updateTable('position')
      .set({
        ...(fields.position_name === undefined ? {} : { position_name: fields.position_name.trim() }),
        ...(fields.description === undefined ? {} : { description: fields.description?.trim() || null }),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute()
      .catch(violates('position_name_key', () => taken(fields.position_name ?? '')));
    return { id };
  });

  routes.change(positionDelete, async ({ id }, { account }, change) => {
    await lockPosition(change, account, id);
    const { people } = await change.db
      .selectFrom('account')
      .where('position_id', '=', id)
      .select((eb) => eb.fn.countAll<number>().as('people'))
      .executeTakeFirstOrThrow();
    if (people > 0) throw conflict('position_held', { people });
    await change.db
      .deleteFrom('position')
      .where('id', '=', id)
      .execute()
      // Someone got it in this moment.
      .catch(isReferredTo(() => conflict('position_held', { people: 1 })));
    return null;
  });
}

const positions = (db: Kysely<Schema>) =>
  db
    .selectFrom('position as p')
    .innerJoin('department as d', 'd.id', 'p.department_id')
    .selectAll('p')
    .select([
      'd.depart_name',
      (eb) =>
        eb
          .selectFrom('position_role as x')
          .innerJoin('role', 'role.id', 'x.role_id')
          .whereRef('x.position_id', '=', 'p.id')
          .select((given) => given.fn.agg<number[]>('array_agg', ['role.id']).orderBy('role.role_name').as('ids'))
          .as('role_ids'),
      (eb) =>
        eb
          .selectFrom('position_role as x')
          .innerJoin('role', 'role.id', 'x.role_id')
          .whereRef('x.position_id', '=', 'p.id')
          .select((given) =>
            given.fn.agg<string[]>('array_agg', ['role.role_name']).orderBy('role.role_name').as('names'),
          )
          .as('role_name_list'),
      (eb) =>
        eb
          .selectFrom('account as a')
          .whereRef('a.position_id', '=', 'p.id')
          .select((held) => held.fn.countAll<number>().as('people'))
          .as('people'),
    ]);

type PositionRow = Awaited<ReturnType<ReturnType<typeof positions>['execute']>>[number];

async function requireDepartment(db: Kysely<Schema>, id: number): Promise<void> {
  const found = await db.selectFrom('department').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  if (!found) throw badInput({ path: 'department_id', reason: 'no_such', params: { value: id } });
}

const taken = (name: string) => badInput({ path: 'position_name', reason: 'taken', params: { value: name.trim() } });
