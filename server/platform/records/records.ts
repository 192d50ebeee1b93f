import type { Call, InputOf } from '@suyuan/contract/call/call.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Principal } from '../caller.ts';
import { isReferredTo } from '../database/statements/violation.ts';
import { type ImportServices, serveImport } from '../imports/import.ts';
import { lockTree, type Tree } from '../references/tree.ts';
import { conflict, notFound } from '../refusal.ts';
import { refuseUsed } from './in-use.ts';
import { linesOf } from './lines.ts';
import { masterData } from './master-data-tables.ts';
import type { Add, Current, Records, Saved, Saving } from './record-rules.ts';
import { requireFresh } from './stale.ts';
import { planned, readsPlace, rowsAs, write } from './writing.ts';

/** What the input of a change has beside the columns it gives. */
type Given = { readonly id: number; readonly updated_at?: string };

/** Serves the calls by which rows are kept, all of them by the same rules. */
export function serveRecords<A extends Add>(services: ImportServices, spec: Records<A>): void {
  const { routes } = services;
  routes.change<Call>(spec.add, (input, caller, change) =>
    saved(spec, { input: input as InputOf<A>, before: undefined, change, caller }),
  );
  routes.change<Call>(spec.update, (input, caller, change) => updateRow(spec, input as Given, caller, change));
  routes.change<Call>(spec.remove, (input, caller, change) =>
    removeRow(spec, (input as { id: number }).id, caller, change),
  );
  const { import: file, add, update, code } = spec;
  if (file && code) serveImport(services, { ...file, add, update, rows: linesOf({ ...spec, code }) });
}

async function saved<A extends Add>(spec: Records<A>, saving: Saving<InputOf<A>>): Promise<{ id: number }> {
  const [row] = await write(spec, [await planned(spec, saving)], saving.change);
  const { id } = row as Saved<InputOf<A>>;
  return { id, ...(await spec.answer?.(row as Saved<InputOf<A>>)) };
}

async function updateRow<A extends Add>(
  spec: Records<A>,
  { id, updated_at, ...given }: Given,
  caller: Principal,
  change: Change,
): Promise<{ id: number }> {
  if (readsPlace(spec)) await lockTree(change, spec.table as Tree);
  await change.changing(spec.table, id);
  const row = await rowOf(spec, change, id);
  await spec.admit?.(row, change, caller, 'update');
  await requireFresh(change, spec.table, row, updated_at, spec.inputNames);
  const input = rowsAs(spec, { ...row, ...(await partsLeftOut(spec, id, given, change)) }, given);
  return saved(spec, { input, before: row, change, caller });
}

/** Parts that a form gives whole are what they were, where only the row is switched. */
async function partsLeftOut<A extends Add>(
  { update, parts }: Records<A>,
  id: number,
  given: object,
  change: Change,
): Promise<object | undefined> {
  const { required = [] } = update.input as { readonly required?: readonly string[] };
  const left = required.some((name) => name !== 'id' && !(name in given));
  return left ? (await parts?.(change.db, [id]))?.get(id) : undefined;
}

async function removeRow<A extends Add>(
  spec: Records<A>,
  id: number,
  caller: Principal,
  change: Change,
): Promise<null> {
  await change.changing(spec.table, id);
  const row = await rowOf(spec, change, id);
  await spec.admit?.(row, change, caller, 'delete');
  for (const [reason, users] of Object.entries(spec.users?.(change.db, id) ?? {})) {
    await refuseUsed(reason, ...[users].flat());
  }
  await masterData(change.db)
    .deleteFrom(spec.table)
    .where('id', '=', id)
    .execute()
    .catch(isReferredTo(() => conflict('in_use')));
  return null;
}

async function rowOf<A extends Add>({ table, all = {} }: Records<A>, change: Change, id: number): Promise<Current> {
  const conditions = Object.entries({ id, ...all });
  const row = await masterData(change.db)
    .selectFrom(table)
    .selectAll()
    .where((eb) => eb.and(conditions.map(([column, value]) => eb(column, '=', value))))
    .executeTakeFirst();
  if (!row) throw notFound(table);
  return row as Current;
}
