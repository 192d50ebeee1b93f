import type { InputOf } from '@suyuan/contract/call/call.ts';
import { holdLife } from '@suyuan/contract/inspect/hold.life.ts';
import { hold, holdAdd, holdOwners, holdPreview, holdRelease, holdUpdate } from '@suyuan/contract/inspect/hold.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { withNextNumber } from '#platform/records/number-series.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { lockTree } from '#platform/references/tree.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import {
  codesChosen,
  endsOf,
  lotsChosen,
  lotsPreviewed,
  placesChosen,
  placesPreviewed,
  rangeChosen,
} from '../goods/chosen-goods.ts';
import { goodsThere } from '../goods/goods-in-words.ts';
import { holdGoods, releaseCodes, releaseGoods } from '../goods/held-goods.ts';
import { peopleOfEnterprise, personChosen } from '../people.ts';
import { holdNumbers, tellOwner } from './hold-making.ts';
import { holds, inWords, isOverdue } from './hold-rows.ts';

type Scope = InputOf<typeof holdAdd>['scope'];

/** 冻结: goods that are kept back without a word to consumers, until somebody else releases them. */
export default function serveHolds(services: Services, shared: SharedServices): void {
  const { routes, system, notices } = services;
  const { sql } = system.enterprise;

  serveDeclaredList(services, hold, {
    rows: holds,
    defaultSort: '-created_at',
    narrow: {
      overdue: (rows, overdue) => rows.where(isOverdue, '=', overdue),
      scope: (rows, scope) => rows.where('quality_hold.scope', 'ilike', containing(scope)),
    },
    present: (row) => declaredRow(hold, inWords(row)),
  });

  const codesIn = async (caller: Caller<Account>, codes: readonly string[]) =>
    codesChosen(sql, (await CodeLookup.resolveOrThrow(services, shared, caller, codes)).ids, codes);

  const rangeIn = async (caller: Caller<Account>, ends: [string, string]) =>
    rangeChosen(sql, (await CodeLookup.resolveOrThrow(services, shared, caller, ends)).ids, ends);

  const chosenBy = async (scope: Scope, caller: Caller<Account>, change: Change) => {
    if ('codes' in scope) return codesIn(caller, scope.codes);
    if ('first_code' in scope) return rangeIn(caller, endsOf(scope));
    if ('warehouse_id' in scope) {
      // So that no zone comes to it meanwhile, which would not be held.
      await lockTree(change, 'warehouse');
      return placesChosen(change.sql, scope.warehouse_id);
    }
    return lotsChosen(change, scope);
  };

  routes.serve(holdPreview, async ({ scope }, caller) => {
    const { db } = caller;
    const { lots, codes, places } =
      'codes' in scope
        ? await codesIn(caller, scope.codes)
        : 'first_code' in scope
          ? await rangeIn(caller, endsOf(scope))
          : 'warehouse_id' in scope
            ? await placesPreviewed(sql, scope.warehouse_id)
            : await lotsPreviewed(db, scope);
    const targets = { lots, codes: codes.map(({ id }) => id), places };
    const { there } = await goodsThere({ sql, db, rules: shared.rules }, targets);
    return { ...there, released: [] };
  });

  routes.changeDeferred(holdAdd, (input, caller, inTransaction) =>
    shared.capture.queued(() =>
      inTransaction(async (change) => {
        const { account } = caller;
        const { scope, owner_id, due_at } = input;
        const reason = input.reason.trim();
        await personChosen(change.db, 'owner_id', owner_id);
        const { kind, scope: words, lots, codes, places } = await chosenBy(scope, caller, change);
        const facts = { scope_kind: kind, scope: words, reason, owner_id, due_at: new Date(due_at) };
        const { id, hold_no } = await withNextNumber(change, holdNumbers, (hold_no) =>
          change.db
            .insertInto('quality_hold')
            .values({ ...facts, hold_no, created_by: account.id })
            .returning(['id', 'hold_no'])
            .executeTakeFirstOrThrow(),
        );
        change.made('quality_hold', id);
        // What lies in a held code is held with it.
        const chosenCodes = codes.flatMap((code) => (code.chosen ? code.id : []));
        const decision = { document: documentOf(id), reason: `${hold_no}: ${reason}`, account };
        await holdGoods(shared, change, decision, { lots, codes: chosenCodes, places });
        await tellOwner(notices, change.system, { id, hold_no, owner_id }, account);
        return { id, hold_no };
      }),
    ),
  );

  routes.change(holdUpdate, async ({ id, reason, owner_id, due_at, updated_at }, { account }, change) => {
    const row = await lockFor(change, id, 'update');
    await requireFresh(change, 'quality_hold', row, updated_at);
    await personChosen(change.db, 'owner_id', owner_id);
    const changes = { reason: reason.trim(), owner_id, due_at: new Date(due_at), updated_at: new Date() };
    await change.db.updateTable('quality_hold').set(changes).where('id', '=', id).execute();
    if (owner_id !== row.owner_id) await tellOwner(notices, change.system, { ...row, owner_id }, account);
    return { id };
  });

  routes.changeDeferred(holdRelease, async ({ id, reason, codes }, caller, inTransaction) => {
    const { account, secondPerson } = caller;
    const ids = codes && (await CodeLookup.resolveOrThrow(services, shared, caller, codes)).ids;
    return shared.capture.queued(() =>
      inTransaction(async (change) => {
        const { created_by, created_at } = await lockFor(change, id, 'release');
        await secondPerson.require({ account: created_by, at: created_at });
        const decision = { document: documentOf(id), reason: reason.trim(), account };
        const stays = ids
          ? await releaseCodes(shared, change, decision, ids)
          : await releaseGoods(shared, change, decision);
        if (stays) return { id, status: 'held' as const };
        const released_at = new Date();
        await change.db
          .updateTable('quality_hold')
          .set({ status: 'released', released_at, released_by: account.id, release_reason: reason.trim() })
          .set({ updated_at: released_at })
          .where('id', '=', id)
          .execute();
        return { id, status: 'released' as const };
      }),
    );
  });

  routes.serve(holdOwners, ({ keyword, id }, { db }) => peopleOfEnterprise(db, { keyword, id }));
}

const documentOf = (id: number) => ({ kind: 'quality_hold', id }) as const;

/** Locks a hold for a step; throws 409 if it was released. */
async function lockFor(change: Change, id: number, step: 'update' | 'release') {
  await change.changing('quality_hold', id);
  const row = await change.db.selectFrom('quality_hold').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('quality_hold');
  if (!holdLife.mayTake(step, row.status)) throw conflict('hold_released');
  return row;
}
