import type { InputOf } from '@suyuan/contract/call/call.ts';
import { recallLife } from '@suyuan/contract/inspect/recall/recall.life.ts';
import {
  recall,
  recallAdd,
  recallBegin,
  recallClose,
  recallDelete,
  recallRelease,
  recallUpdate,
  usualHours,
} from '@suyuan/contract/inspect/recall/recall.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { withNextNumber } from '#platform/records/number-series.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { codesChosen, endsOf, lotsChosen, rangeChosen } from '../goods/chosen-goods.ts';
import { holdGoods, releaseCodes, releaseGoods } from '../goods/held-goods.ts';
import { balanceOf, whereTheyAre } from '../goods/where-goods-are.ts';
import { sendNotices, tellReceivers } from './notice/sending.ts';
import { chosenOf, keepGoods, keepReleased } from './recall-goods.ts';
import { recallNumbers } from './recall-number.ts';
import { inWords, recalls, targetsOf } from './recall-rows.ts';

/** 召回: recalls of goods, from the plan until they are closed and their goods are released. */
export default function serveRecalls(services: Services, shared: SharedServices): void {
  const { routes, system } = services;
  const { sql } = system.enterprise;

  serveDeclaredList(services, recall, {
    rows: recalls,
    defaultSort: '-created_at',
    present: (row) => declaredRow(recall, inWords(row)),
  });

  const chosenBy = async (scope: InputOf<typeof recallAdd>['scope'], caller: Caller<Account>, change: Change) => {
    const idsOf = async (codes: readonly string[]) =>
      (await CodeLookup.resolveOrThrow(services, shared, caller, codes)).ids;
    if ('codes' in scope) return codesChosen(sql, await idsOf(scope.codes), scope.codes);
    if ('first_code' in scope) return rangeChosen(sql, await idsOf(endsOf(scope)), endsOf(scope));
    return lotsChosen(change, scope);
  };

  routes.change(recallAdd, async ({ scope, drill, reason, ...limits }, caller, change) => {
    const choice = await chosenBy(scope, caller, change);
    const facts = { drill, scope_kind: choice.kind, scope: choice.scope, reason: reason.trim(), ...given(limits) };
    const { id, recall_no } = await withNextNumber(change, recallNumbers, (recall_no) =>
      change.db
        .insertInto('recall')
        .values({ ...facts, recall_no, created_by: caller.account.id })
        .returning(['id', 'recall_no'])
        .executeTakeFirstOrThrow(),
    );
    await keepGoods(change, id, choice);
    change.made('recall', id);
    return { id, recall_no };
  });

  routes.change(recallUpdate, async ({ id, scope, drill, reason, ...limits }, caller, change) => {
    await lockFor(change, id, 'update');
    const choice = scope && (await chosenBy(scope, caller, change));
    const facts = {
      drill,
      reason: reason.trim(),
      ...given(limits),
      ...(choice ? { scope_kind: choice.kind, scope: choice.scope } : {}),
    };
    await change.db.updateTable('recall').set(facts).where('id', '=', id).execute();
    if (choice) {
      await change.db.deleteFrom('recall_goods').where('recall_id', '=', id).execute();
      await keepGoods(change, id, choice);
    }
    return { id };
  });

  routes.change(recallDelete, async ({ id }, _, change) => {
    await lockFor(change, id, 'delete');
    await change.db.deleteFrom('recall_goods').where('recall_id', '=', id).execute();
    await change.db.deleteFrom('recall').where('id', '=', id).execute();
    return { id };
  });

  routes.changeDeferred(recallBegin, ({ id }, { account }, inTransaction) =>
    shared.capture.queued(() =>
      inTransaction(async (change) => {
        const row = await lockFor(change, id, 'begin');
        const { drill, reason, recall_no, tells } = row;
        const targets = await targetsOf(change.db, id);
        if (tells) await sendNotices(sql, services.notices, change, row, targets);
        await change.db
          .updateTable('recall')
          .set({
            status: 'begun',
            begun_at: new Date(),
            begun_by: account.id,
            in_force: !drill,
            listed_at: new Date(),
          })
          .where('id', '=', id)
          .execute();
        const decision = { document: documentOf(id), reason: `${recall_no}: ${reason}`, account };
        if (!drill) await holdGoods(shared, change, decision, await chosenOf(change, id));
        await services.notices.tell(
          change.system,
          { holding: 'recall', except: account.id },
          {
            kind: 'recall_begun',
            params: { what: recall_no, by: account.name },
            leads: [{ screen: 'recall', query: `${new URLSearchParams({ detail: `${id}` })}` }],
          },
        );
        return { id };
      }),
    ),
  );

  routes.changeDeferred(recallClose, ({ id, note }, { account }, inTransaction) =>
    shared.capture.queued(() =>
      inTransaction(async (change) => {
        await lockFor(change, id, 'close');
        const balance = balanceOf(await whereTheyAre(sql, await targetsOf(change.db, id)));
        const closure = { closed_at: new Date(), closed_by: account.id, close_note: note.trim() };
        await change.db
          .updateTable('recall')
          .set({ status: 'closed', ...closure, balance })
          .where('id', '=', id)
          .execute();
        await closeNotices(change, id);
        return { id };
      }),
    ),
  );

  routes.changeDeferred(recallRelease, async ({ id, reason, codes }, caller, inTransaction) => {
    const { account, secondPerson } = caller;
    const ids = codes && (await CodeLookup.resolveOrThrow(services, shared, caller, codes)).ids;
    const tellLifted = async (change: Change, recall: number) =>
      tellReceivers(services.notices, change.system, await noticesOf(change, recall), 'recall_lifted');
    return shared.capture.queued(() =>
      inTransaction(async (change) => {
        const { in_force, status, begun_by, begun_at } = await locked(change, id);
        if (!in_force || !recallLife.mayTake('release', status)) throw conflict('recall_holds_nothing');
        await secondPerson.require({ account: begun_by as number, at: begun_at as Date });
        const decision = { document: documentOf(id), reason: reason.trim(), account };
        const stays = ids
          ? await releaseCodes(shared, change, decision, ids)
          : await releaseGoods(shared, change, decision);
        if (ids && stays) await keepReleased(change, id, ids);
        else {
          await change.db.updateTable('recall').set({ in_force: false }).where('id', '=', id).execute();
          await tellLifted(change, id);
        }
        return { id, in_force: stays };
      }),
    );
  });
}

/** Closes the notices of a recall: nothing is answered any more. */
async function closeNotices(change: Change, recall: number): Promise<void> {
  const rows = await noticesOf(change, recall);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await change.changing('recall_notice', ...ids);
  await change.db.updateTable('recall_notice').set({ status: 'closed' }).where('id', 'in', ids).execute();
}

const noticesOf = (change: Change, recall: number) =>
  change.db
    .selectFrom('recall_notice')
    .select(['id', 'recall_no', 'dealer_id', 'factory_id', 'warehouse_id'])
    .where('recall_id', '=', recall)
    .orderBy('id')
    .execute();

const documentOf = (id: number) => ({ kind: 'recall', id }) as const;

async function locked(change: Change, id: number) {
  await change.changing('recall', id);
  const row = await change.db.selectFrom('recall').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('recall');
  return row;
}

/** Locks a recall for a step; throws 409 if its status does not allow the step. */
async function lockFor(change: Change, id: number, step: 'update' | 'delete' | 'begin' | 'close') {
  const row = await locked(change, id);
  if (!recallLife.mayTake(step, row.status)) throw conflict(step === 'close' ? 'recall_not_under_way' : 'recall_begun');
  return row;
}

interface Limits {
  readonly acknowledge_hours?: number;
  readonly answer_hours?: number;
  readonly tells?: boolean;
  readonly target_minutes?: number | null;
  readonly instructions?: string | null;
}

/** The limits that were given; others keep their value, or are as usual. Receivers acknowledge no later than they answer. */
function given({ instructions, ...limits }: Limits) {
  const { acknowledge_hours = usualHours.acknowledge, answer_hours = usualHours.answer } = limits;
  if (acknowledge_hours > answer_hours) throw badInput({ path: 'answer_hours', reason: 'ends_before_it_begins' });
  return { ...limits, ...(instructions === undefined ? {} : { instructions: instructions?.trim() || null }) };
}
