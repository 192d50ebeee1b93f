import { type WhoseWork, type WorkState, workHistory, workItem, workPeople } from '@suyuan/contract/organ/work-item.ts';
import { type Kysely, sql } from 'kysely';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { Outbox } from '#platform/notices/outbox.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { tabOf } from './item-changes.ts';
import { WorkClock } from './work-clock.ts';
import { serveWorkSteps } from './work-item-steps.ts';
import { WorkItems } from './work-items.ts';
import type { ItemWork } from './work-kinds.ts';
import { mayDo } from './work-rules.ts';

/** How often items are compared with what waits, and overdue ones looked for, in seconds. */
const period = 60;

/** 待办: work that waits, with its owner, due time and history. */
export default function serveWorkItems(services: Services): void {
  const { routes, system, notices, sweeps } = services;
  const database = system.background;
  const items = new WorkItems(database, notices, notices.kinds.get());
  const kindOf = new Map<string, ItemWork>(items.kinds.map((kind) => [kind.name, kind]));
  notices.work.provide(items);
  for (const one of [items, new WorkClock(database, notices, items.kinds), new Outbox(database)])
    sweeps.add(one, period);

  serveDeclaredList(services, workItem, {
    rows: (db, { account }) => workRows(db, account, items.kinds),
    resolveFilters: async (_, { account }) => {
      await items.caughtUp();
      return { account };
    },
    handlesFilters: ['account'],
    narrow: {
      what: (rows, what) => rows.where('work_item.what', 'ilike', containing(what)),
      state: (rows, state) => rows.where(stateOf, '=', state),
      whose: (rows, whose) => rows.where('seen.whose', '=', whose),
    },
    defaultSort: 'due_at',
    present: (row) => declaredRow(workItem, { ...row, ...placeOf(kindOf.get(row.waiting), row.subject_id) }),
  });

  const sees = async (caller: Pick<Caller<Account>, 'db' | 'account'>, ids: readonly number[]) => {
    await items.caughtUp();
    return requireSeen(caller, items.kinds, ids);
  };

  routes.serve(workHistory, async ({ id }, caller) => {
    await sees(caller, [id]);
    const steps = await system.ownWork.db
      .selectFrom('work_item_step')
      .select(['at', 'step', 'by_id', 'owner_id', 'role_id', 'note'])
      .where('work_item_id', '=', id)
      .orderBy('id')
      .execute();
    // Only the names that the caller may see.
    const people = await caller.db
      .selectFrom('account')
      .select(['id', 'name'])
      .where('id', 'in', [0, ...steps.flatMap(({ by_id, owner_id }) => [by_id ?? 0, owner_id ?? 0])])
      .execute();
    const roles = await caller.db
      .selectFrom('role')
      .select(['id', 'role_name'])
      .where('id', 'in', [0, ...steps.map(({ role_id }) => role_id ?? 0)])
      .execute();
    const personOf = new Map(people.map((one) => [one.id, one.name]));
    const roleOf = new Map(roles.map((one) => [one.id, one.role_name]));
    return steps.map(({ at, step, by_id, owner_id, role_id, note }) => ({
      at: at.toISOString(),
      step,
      by: personOf.get(by_id ?? 0) ?? null,
      owner: personOf.get(owner_id ?? 0) ?? roleOf.get(role_id ?? 0) ?? null,
      note,
    }));
  });

  routes.serve(workPeople, async ({ waiting, keyword = '', id = 0 }, { account }) =>
    peopleFor(system.ownWork.db, kindOf.get(waiting), account, { keyword, id }),
  );

  serveWorkSteps(services, kindOf, sees);
}

const now = sql`now()`;
/** Done, escalated, overdue, or open. */
const stateOf = sql<WorkState>`case
  when work_item.ended_at is not null then 'done' when work_item.escalated_at is not null then 'escalated'
  when work_item.due_at < ${now} then 'overdue' else 'open' end`;

/** The items that an account sees: its own and what nobody owns; with the permission to assign, those of others, too. */
function workRows(db: Kysely<Schema>, account: Account, kinds: readonly ItemWork[]) {
  const open = kinds.filter(({ screen }) => holds(account, [screen]));
  const names = open.map(({ name }) => name);
  const doable = open.filter(({ permission }) => holds(account, [permission])).map(({ name }) => name);
  const assigns = holds(account, ['todo:assign']);
  const roles = [...account.role_ids, 0];
  const rows = db
    .selectFrom('work_item')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('work_item as s')
          .select('s.id')
          .select(({ eb }) =>
            eb
              .case()
              .when(
                eb.or([
                  eb('s.owner_id', '=', account.id),
                  eb.and([eb('s.owner_id', 'is', null), eb('s.role_id', 'in', roles)]),
                  eb('s.escalated_account_id', '=', account.id),
                  eb('s.escalated_role_id', 'in', roles),
                ]),
              )
              .then(sql<WhoseWork>`'mine'`)
              .when(eb.and([eb('s.owner_id', 'is', null), eb('s.role_id', 'is', null)]))
              .then(sql<WhoseWork>`'unowned'`)
              .else(sql<WhoseWork>`'others'`)
              .end()
              .as('whose'),
          )
          .as('seen'),
      (on) => on.onRef('seen.id', '=', 'work_item.id'),
    )
    .leftJoin('account as o', 'o.id', 'work_item.owner_id')
    .leftJoin('role as r', 'r.id', 'work_item.role_id')
    .leftJoin('account as ea', 'ea.id', 'work_item.escalated_account_id')
    .leftJoin('role as er', 'er.id', 'work_item.escalated_role_id')
    .selectAll('work_item')
    .select(['o.name as owner', 'r.role_name as role', 'seen.whose', stateOf.as('state')])
    .select(({ fn }) => [
      fn.coalesce('ea.name', 'er.role_name').as('escalated_to'),
      sql<boolean>`work_item.waiting = any(${doable}::text[])`.as('takeable'),
    ])
    .where('work_item.waiting', 'in', [...names, '' as never]);
  return assigns
    ? rows
    : rows.where((eb) =>
        eb.or([
          eb('seen.whose', '=', 'mine'),
          eb.and([
            eb('seen.whose', '=', 'unowned'),
            eb('work_item.waiting', 'in', [...doable, '' as never]),
            eb('work_item.ended_at', 'is', null),
          ]),
        ]),
      );
}

const placeOf = (kind: ItemWork | undefined, id: number) => ({
  screen: kind?.screen ?? '',
  query: `${new URLSearchParams({ ...(kind && tabOf(kind.query)), detail: `${id}` })}`,
});

/** Throws 404 unless the caller sees all items. Returns their rows. */
async function requireSeen(
  { db, account }: Pick<Caller<Account>, 'db' | 'account'>,
  kinds: readonly ItemWork[],
  ids: readonly number[],
) {
  const rows = await workRows(db, account, kinds).where('work_item.id', 'in', ids).execute();
  if (rows.length < new Set(ids).size) throw notFound('work_item');
  return rows;
}

const maxChoices = 50;

/** The people who may do work of a kind, of the account's own party. */
async function peopleFor(
  db: Kysely<Schema>,
  kind: ItemWork | undefined,
  { party }: Account,
  { keyword, id }: { readonly keyword: string; readonly id: number },
) {
  if (!kind) return [];
  const pattern = containing(keyword);
  return db
    .selectFrom('account as a')
    .select(['a.id', 'a.name', 'a.account_name'])
    .where('a.status', '=', 'enabled')
    .where(mayDo(kind.permission))
    .where(party ? sql.ref(`a.${party.kind}_id`) : sql`coalesce(a.factory_id, a.dealer_id, 0)`, '=', party?.id ?? 0)
    .where((eb) => eb.or([eb('a.name', 'ilike', pattern), eb('a.account_name', 'ilike', pattern)]))
    .orderBy((eb) => eb('a.id', '=', id), 'desc')
    .orderBy('a.name')
    .orderBy('a.id')
    .limit(maxChoices)
    .execute();
}
