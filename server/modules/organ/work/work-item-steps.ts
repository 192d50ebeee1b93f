import { hour } from '@suyuan/contract/durations.ts';
import { workAssign, workRemind, workTake } from '@suyuan/contract/organ/work-item.ts';
import { type Kysely, sql } from 'kysely';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { executedBy } from '#platform/database/statements/either-writer.ts';
import { badInput, conflict, noAccess } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { aboutOf, type ItemStep, keepSteps, leadsOf } from './item-changes.ts';
import type { ItemWork } from './work-kinds.ts';
import { OwnerReader } from './work-rules.ts';

interface Seen {
  readonly id: number;
  readonly waiting: string;
}
type Sees = (caller: Caller<Account>, ids: readonly number[]) => Promise<readonly Seen[]>;

/** How long after a reminder the same people are reminded again. */
const pause = hour;

/** Serves what people do with items: take them over, hand them on, remind whoever has them. */
export function serveWorkSteps(
  { routes, system, notices }: Services,
  kindOf: ReadonlyMap<string, ItemWork>,
  sees: Sees,
): void {
  const { db } = system.ownWork;

  routes.serve(workTake, async ({ ids }, caller) => {
    await sees(caller, ids);
    return db.transaction().execute(async (transaction) => {
      const items = await locked(transaction, ids);
      for (const { waiting, except_id } of items) {
        const kind = kindOf.get(waiting) as ItemWork;
        if (!holds(caller.account, [kind.permission])) throw noAccess();
        if (except_id === caller.account.id) throw conflict('work_not_for_you');
      }
      await give(transaction, kindOf, items, caller.account.id);
      await keepSteps({ writer: transaction, db }, stepsOf(items, 'taken', caller.account.id, caller.account.id, null));
      return { changed: items.length };
    });
  });

  routes.serve(workAssign, async ({ ids, account_id, note }, caller) => {
    await sees(caller, ids);
    const { account } = caller;
    return db.transaction().execute(async (transaction) => {
      const items = await locked(transaction, ids);
      if (!holds(account, ['todo:assign']) && items.some(({ owner_id }) => owner_id !== account.id)) throw noAccess();
      for (const name of new Set(items.map((item) => item.waiting)))
        await requireAble(transaction, db, kindOf.get(name) as ItemWork, account_id, account, items);
      await give(transaction, kindOf, items, account_id);
      await keepSteps(
        { writer: transaction, db },
        stepsOf(items, 'assigned', account_id, account.id, note?.trim() || null),
      );
      const [first] = items as [Item];
      if (account_id !== account.id)
        await notices.tell(transaction, [account_id], {
          kind: 'work_given',
          params: { waiting: first.waiting, what: first.what, count: items.length, by: account.name },
          leads: leadsOf(kindOf.get(first.waiting) as ItemWork, items),
          about: aboutOf(first.id),
          due: first.due_at,
        });
      return { changed: items.length };
    });
  });

  routes.serve(workRemind, async ({ ids, note }, caller) => {
    await sees(caller, ids);
    const { account } = caller;
    return db.transaction().execute(async (transaction) => {
      const items = await locked(transaction, ids);
      const due = items.filter(({ reminded_at }) => reminded_at === null || reminded_at.getTime() < Date.now() - pause);
      const reader = new OwnerReader(db, transaction);
      const reminded = new Set<number>();
      for (const item of due) {
        const to = item.owner_id ? [item.owner_id] : item.role_id ? await reader.holdersOf(item.role_id) : [];
        for (const person of to) reminded.add(person);
        await notices.tell(transaction, to, {
          kind: 'work_reminded',
          params: { waiting: item.waiting, what: item.what, count: 1, by: account.name, note: note?.trim() ?? '' },
          leads: leadsOf(kindOf.get(item.waiting) as ItemWork, [item]),
          about: aboutOf(item.id),
          due: item.due_at,
        });
      }
      const known = due.filter(({ owner_id, role_id }) => owner_id !== null || role_id !== null);
      if (known.length === 0) throw conflict(due.length === 0 ? 'work_reminded' : 'work_unowned');
      const marked = known.map(({ id }) => id);
      await transaction.updateTable('work_item').set({ reminded_at: new Date() }).where('id', 'in', marked).execute();
      const steps = known.map(({ id, owner_id, role_id }) => ({ id, owner_id, role_id }));
      await keepSteps(
        { writer: transaction, db },
        steps.map((step) => ({ ...step, step: 'reminded' as const, by_id: account.id, note: note?.trim() || null })),
      );
      return { reminded: reminded.size };
    });
  });
}

type Item = Awaited<ReturnType<typeof locked>>[number];

/** Locks items under way. Throws 409 if one is done. */
async function locked(transaction: Kysely<Schema>, ids: readonly number[]) {
  const rows = await transaction
    .selectFrom('work_item')
    .selectAll()
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length < new Set(ids).size) throw conflict('work_done');
  return rows;
}

/** Gives items to a person, and the rows that have a column for their owner, too. */
async function give(
  transaction: Kysely<Schema>,
  kindOf: ReadonlyMap<string, ItemWork>,
  items: readonly Item[],
  person: number,
): Promise<void> {
  await transaction
    .updateTable('work_item')
    .set({ owner_id: person, by_person: true })
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute();
  for (const [name, own] of Map.groupBy(items, (item) => item.waiting)) {
    const { table, ownerColumn } = (kindOf.get(name) as ItemWork).items;
    if (!ownerColumn) continue;
    const subjects = own.map(({ subject_id }) => subject_id);
    await executedBy(
      transaction,
      sql`update ${sql.table(table)} set ${sql.ref(ownerColumn)} = ${person}
        where id = any(${subjects}::bigint[])`.compile(transaction),
    );
  }
}

/** Throws 400 unless a person may do work of this kind, for the same party as the items. */
async function requireAble(
  transaction: Kysely<Schema>,
  db: Kysely<Schema>,
  kind: ItemWork,
  person: number,
  { party }: Account,
  items: readonly Item[],
): Promise<void> {
  const able = (await new OwnerReader(db, transaction).able(kind.permission, [person])).get(person);
  const isOfParty = able && (able.dealer_id ?? able.factory_id ?? 0) === (party?.id ?? 0);
  if (!isOfParty || items.some(({ except_id }) => except_id === person))
    throw badInput({ path: 'account_id', reason: 'cannot_do', params: { value: person } });
}

const stepsOf = (
  items: readonly Item[],
  step: 'taken' | 'assigned',
  owner_id: number,
  by_id: number,
  note: string | null,
): ItemStep[] => items.map(({ id, role_id }) => ({ id, step, owner_id, role_id, by_id, note }));
