import type { Insertable, Updateable } from 'kysely';
import { type ExceptionScreen, type ExceptionStep, kindsOn } from '../../../contract/trace/exception.ts';
import type { Change } from '../../platform/audit/audit-log.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { badInput, conflict, notFound } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';
import type { ExceptionRooms } from './exception-rooms.ts';

/** What people do about exceptions, several at once: all of it or none. */
export function serveSteps({ routes }: Services, rooms: ExceptionRooms, screen: ExceptionScreen): void {
  routes.change(screen.assign, async ({ ids, owner_id, due_at }, { account }, change) => {
    if (owner_id === undefined && due_at === undefined) throw badInput({ path: 'owner_id', reason: 'required' });
    const rows = await openExceptions(change, screen, ids);
    const owner = owner_id ? await requireOwner(change, rooms, screen, owner_id, rows) : null;
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

/** Those of the screen that the caller may see, locked; 404 where one is not among them. */
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

/** The same for those that are open still: somebody else may have been faster. */
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

/** Whoever is given exceptions can see them: an enabled person, of the enterprise or of the factory whose they are. */
async function requireOwner(
  change: Change,
  { maySee }: ExceptionRooms,
  screen: ExceptionScreen,
  id: number,
  rows: readonly { readonly work_order_id: number | null }[],
) {
  const owner = await change.db
    .selectFrom('account')
    .select(['name', 'factory_id', 'dealer_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (owner?.status !== 'enabled' || owner.dealer_id !== null)
    throw badInput({ path: 'owner_id', reason: 'no_such', params: { value: id } });
  const seen = owner.factory_id === null || (await areOf(change, owner.factory_id, rows));
  if (!seen || !(await maySee(id, screen)))
    throw badInput({ path: 'owner_id', reason: 'cannot_see', params: { value: owner.name } });
  return owner;
}

async function areOf(
  change: Change,
  factory: number,
  rows: readonly { readonly work_order_id: number | null }[],
): Promise<boolean> {
  const orders = [...new Set(rows.map(({ work_order_id }) => work_order_id))];
  if (orders.includes(null)) return false;
  const own = await change.db
    .selectFrom('work_order')
    .select('id')
    .where('id', 'in', orders as number[])
    .where('factory_id', '=', factory)
    .execute();
  return own.length === orders.length;
}
