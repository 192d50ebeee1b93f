import type { InputOf } from '@suyuan/contract/call/call.ts';
import { listReads } from '@suyuan/contract/calls.ts';
import {
  type ListView,
  maxViews,
  maxViewsOfAll,
  viewDelete,
  viewList,
  viewSave,
  viewShare,
  viewUnshare,
} from '@suyuan/contract/organ/list-view.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import { mayMake } from '#platform/serve/admission.ts';
import type { Services } from '#platform/services.ts';

/** Serves saved views of lists: one's own, and those for everybody of the enterprise. */
export default function serveListViews({ routes }: Services): void {
  routes.serve(viewList, async ({ list }, { db, account }) => {
    const rows = await db
      .selectFrom('list_view')
      .select(['id', 'view_name', 'query', 'columns', 'account_id'])
      .where('list', '=', list)
      .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', account.id)]))
      .orderBy('view_name')
      .orderBy('id')
      .execute();
    return rows.map(({ account_id, columns, ...view }) => ({
      ...view,
      columns: JSON.parse(columns) as ListView['columns'],
      shared: account_id === null,
    }));
  });

  routes.change(viewSave, async (input, { account }, change) => {
    requireList(account, input.list);
    return save(change, account.id, input);
  });
  routes.change(viewDelete, ({ id }, { account }, change) => remove(change, account.id, id));
  routes.change(viewShare, async (input, { account }, change) => {
    requireList(account, input.list);
    return save(change, null, input);
  });
  routes.change(viewUnshare, ({ id }, _, change) => remove(change, null, id));
}

/** The owner of views; null for those for everybody. */
type Owner = number | null;

const viewsOf = ({ db }: Change, owner: Owner) =>
  db.selectFrom('list_view').where('account_id', owner === null ? 'is' : '=', owner);

async function save(change: Change, owner: Owner, input: InputOf<typeof viewSave>): Promise<{ id: number }> {
  const view = { ...input, view_name: input.view_name.trim(), columns: JSON.stringify(input.columns) };
  const row = await viewsOf(change, owner)
    .select('id')
    .where('list', '=', input.list)
    .where((eb) => eb(eb.fn<string>('lower', ['view_name']), '=', eb.fn<string>('lower', [eb.val(view.view_name)])))
    .executeTakeFirst();
  if (row) {
    await change.changing('list_view', row.id);
    const set = { ...view, updated_at: new Date() };
    await change.db.updateTable('list_view').set(set).where('id', '=', row.id).execute();
    return row;
  }
  await requireRoom(change, owner, input.list);
  const newView = await change.db
    .insertInto('list_view')
    .values({ ...view, account_id: owner })
    .returning('id')
    .executeTakeFirstOrThrow();
  change.made('list_view', newView.id);
  return newView;
}

/** Throws 400 unless there is such a list and the account may open it. */
function requireList(account: Account, list: string): void {
  const isOpen = (listReads.get(list) ?? []).some((call) => mayMake(account, call));
  if (!isOpen) throw badInput({ path: 'list', reason: 'no_such', params: { value: list } });
}

async function requireRoom(change: Change, owner: Owner, list: string): Promise<void> {
  const views = await viewsOf(change, owner).select('list').execute();
  if (views.length >= maxViewsOfAll) throw conflict('too_many_views', { limit: maxViewsOfAll });
  if (views.filter((one) => one.list === list).length >= maxViews)
    throw conflict('too_many_views', { limit: maxViews });
}

async function remove(change: Change, owner: Owner, id: number): Promise<null> {
  await change.changing('list_view', id);
  const mine = await viewsOf(change, owner).select('id').where('id', '=', id).executeTakeFirst();
  if (!mine) throw notFound('list_view');
  await change.db.deleteFrom('list_view').where('id', '=', id).execute();
  return null;
}
