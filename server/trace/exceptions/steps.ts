import { type ExceptionScreen, type ExceptionStep, kindsOn } from '@suyuan/contract/trace/exception.ts';
import type { Insertable, Updateable } from 'kysely';
import { seenBy } from '#platform/access/row-security.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { isViolationOf } from '#platform/database/statements/violation.ts';
import { partyOfOwner } from '#platform/party.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { ExceptionServices } from './exceptions.ts';

/** Serves what people do about exceptions: assign, note, settle, discard. Several at once succeed or fail together. */
export function serveSteps({ routes, tables }: Services, shared: ExceptionServices, screen: ExceptionScreen): void {
  /** Requires an owner who is enabled and can see the screen and all of the exceptions; throws 400 otherwise. */
  const requireOwner = async (change: Change, caller: Account, id: number, ids: readonly number[]) => {
    const owner = await change.db
      .selectFrom('account')
      .select(['name', 'factory_id', 'dealer_id', 'status'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (owner?.status !== 'enabled') throw badInput({ path: 'owner_id', reason: 'no_such', params: { value: id } });
    // `change.db` shows a party's people only accounts of their own party, which see the same rows.
    const party = caller.party ? undefined : partyOfOwner(owner);
    const query = seenBy(change.db, { party }, tables).selectFrom('exception').select('id').where('id', 'in', ids);
    const seesAll = (await query.execute()).length === new Set(ids).size;
    if (!seesAll || !(await shared.maySee(id, screen)))
      throw badInput({ path: 'owner_id', reason: 'cannot_see', params: { value: owner.name } });
    return owner;
  };

  routes.change(screen.assign, async ({ ids, owner_id, due_at }, { account }, change) => {
    if (owner_id === undefined && due_at === undefined) throw badInput({ path: 'owner_id', reason: 'required' });
    await openExceptions(change, screen, ids);
    const owner = owner_id ? await requireOwner(change, account, owner_id, ids) : null;
    await set(change, ids, {
      ...(owner_id === undefined ? {} : { owner_id }),
      ...(due_at === undefined ? {} : { due_at: due_at === null ? null : new Date(due_at) }),
    });
    const words = [owner?.name ?? (owner_id === null ? '—' : ''), due_at ?? (due_at === null ? '—' : '')];
    await keepNotes(change, ids, { step: 'assigned', text: words.filter(Boolean).join(' · '), account_id: account.id });
    return null;
  });

  routes.change(screen.note, async ({ ids, text }, { account }, change) => {
    await exceptionsToChange(change, screen, ids);
    await keepNotes(change, ids, { step: 'note', text: text.trim(), account_id: account.id });
    return null;
  });

  routes.change(screen.reopen, async ({ ids, reason }, { account }, change) => {
    await requireReopenable(change, await exceptionsToChange(change, screen, ids));
    const open = { status: 'open', settlement: null, settled_by: null, settled_at: null } as const;
    try {
      await change.attempt(() => set(change, ids, open));
    } catch (error) {
      // The same came in anew meanwhile, and is open.
      throw isViolationOf('exception_cause', error) ? conflict('exception_came_again') : error;
    }
    await keepNotes(change, ids, { step: 'reopened', text: reason.trim(), account_id: account.id });
    return null;
  });

  for (const [call, outcome] of [
    [screen.settle, 'settled'],
    [screen.discard, 'discarded'],
  ] as const) {
    routes.change(call, async ({ ids, reason }, { account }, change) => {
      await openExceptions(change, screen, ids);
      await settleExceptions(change, ids, { outcome, reason: reason.trim(), accountId: account.id });
      return null;
    });
  }
}

/** Throws 409 unless exceptions were settled or discarded by a person: what was taken when it was tried again is done. */
async function requireReopenable(change: Change, rows: readonly { id: number; status: string }[]): Promise<void> {
  if (rows.some(({ status }) => status === 'open')) throw conflict('exception_open');
  // A trial that was taken and the settlement after it say the same.
  const trials = await change.db
    .selectFrom('exception_note as trial')
    .innerJoin('exception as e', 'e.id', 'trial.exception_id')
    .select('e.id')
    .where('trial.step', '=', 'retried')
    .whereRef('trial.text', '=', 'e.settlement')
    .where(
      'e.id',
      'in',
      rows.map(({ id }) => id),
    )
    .limit(1)
    .execute();
  if (trials.length > 0) throw conflict('exception_taken');
}

/** Locks and reads exceptions of a screen. Throws 404 unless the caller may see all of them. */
async function exceptionsToChange(change: Change, screen: ExceptionScreen, ids: readonly number[]) {
  await change.changing('exception', ...ids);
  const rows = await change.db
    .selectFrom('exception')
    .select(['id', 'kind', 'status', 'raw', 'device_key_id', 'work_order_id'])
    .where('id', 'in', ids)
    .where('kind', 'in', kindsOn(screen.key))
    .execute();
  if (rows.length < ids.length) throw notFound('exception');
  return rows;
}

/** The same for open exceptions: throws 409 if somebody else has settled one meanwhile. */
export async function openExceptions(change: Change, screen: ExceptionScreen, ids: readonly number[]) {
  const rows = await exceptionsToChange(change, screen, ids);
  if (rows.some(({ status }) => status !== 'open')) throw conflict('exception_settled');
  return rows;
}

interface Settlement {
  readonly outcome: 'settled' | 'discarded';
  readonly reason: string;
  readonly accountId: number;
}

export async function settleExceptions(
  change: Change,
  ids: readonly number[],
  { outcome, reason, accountId }: Settlement,
): Promise<void> {
  // Who settles what nobody had taken has taken it.
  await change.db
    .updateTable('exception')
    .set({ owner_id: accountId })
    .where('id', 'in', ids)
    .where('owner_id', 'is', null)
    .execute();
  await set(change, ids, { status: outcome, settlement: reason, settled_by: accountId, settled_at: new Date() });
  await keepNotes(change, ids, { step: outcome, text: reason, account_id: accountId });
}

const set = (change: Change, ids: readonly number[], values: Updateable<Schema['exception']>) =>
  change.db
    .updateTable('exception')
    .set({ ...values, updated_at: new Date() })
    .where('id', 'in', ids)
    .execute();

type Note = Pick<Insertable<Schema['exception_note']>, 'text' | 'account_id'> & { readonly step: ExceptionStep };

export const keepNotes = (change: Change, ids: readonly number[], note: Note) =>
  change.db
    .insertInto('exception_note')
    .values(ids.map((exception_id) => ({ exception_id, ...note })))
    .execute();
