import type { Call } from '@suyuan/contract/call/call.ts';
import type { Thing } from '@suyuan/contract/thing/thing.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Principal } from '../caller.ts';
import { isReferredTo } from '../database/statements/violation.ts';
import { type ImportServices, serveImport } from '../imports/import.ts';
import type { AnyImport, Import } from '../imports/lines/import-rules.ts';
import { serveUpsert } from '../imports/upsert.ts';
import { lockTree, type Tree } from '../references/tree.ts';
import { conflict, notFound } from '../refusal.ts';
import { refuseUsed } from './in-use.ts';
import { linesOf } from './lines.ts';
import { masterData } from './master-data.ts';
import type { Current, InputOfThing, Records, Saved, Saving } from './record-rules.ts';
import { requireFresh } from './stale.ts';
import { type Plan, planned, readsPlace, rowsAs, write } from './writing.ts';

/** What the input of a change has beside the columns it gives. */
type Given = { readonly id: number; readonly updated_at?: string };

/** Serves the calls by which the rows of a thing are kept, all of them by the same rules. */
export function serveRecords<T extends Thing>(services: ImportServices, records: Records<T>): void {
  const { routes } = services;
  const { add, update, remove, import: call, upsert, list, code } = records.thing;
  routes.change<Call>(add, (input, caller, change) =>
    saved(records, { input: input as InputOfThing<T>, before: undefined, change, caller }),
  );
  routes.change<Call>(update, (input, caller, change) => updateRow(records, input as Given, caller, change));
  routes.change<Call>(remove, (input, caller, change) =>
    removeRow(records, (input as { id: number }).id, caller, change),
  );
  if (!call || code === undefined) return;
  const { parsers, partParsers = {} } = records.rules;
  const rows = linesOf(records, code as string & keyof InputOfThing<T>);
  const spec: Import<T['add'], Plan<InputOfThing<T>>> & { readonly update: Call } = {
    list,
    call,
    add,
    update,
    rows,
    ...(parsers ? { parsers } : {}),
  };
  serveImport(services, spec);
  if (upsert) serveUpsert(routes, { call: upsert, spec: spec as unknown as AnyImport & { update: Call }, partParsers });
}

async function saved<T extends Thing>(records: Records<T>, saving: Saving<InputOfThing<T>>): Promise<{ id: number }> {
  const [row] = await write(records, [await planned(records, saving)], saving.change);
  const { id } = row as Saved<InputOfThing<T>>;
  return { id, ...(await records.rules.answer?.(row as Saved<InputOfThing<T>>)) };
}

async function updateRow<T extends Thing>(
  records: Records<T>,
  { id, updated_at, ...values }: Given,
  caller: Principal,
  change: Change,
): Promise<{ id: number }> {
  const { table, admit, inputNames } = records.rules;
  if (readsPlace(records)) await lockTree(change, table as Tree);
  await change.changing(table, id);
  const row = await rowOf(records, change, id);
  await admit?.(row, change, caller, 'update');
  await requireFresh(change, table, row, updated_at, inputNames);
  const input = rowsAs(records, { ...row, ...(await partsLeftOut(records, id, values, change)) }, values);
  return saved(records, { input, before: row, change, caller });
}

/** Parts that a form gives whole are what they were, where only the row is switched. */
async function partsLeftOut<T extends Thing>(
  { thing: { update }, rules: { parts } }: Records<T>,
  id: number,
  values: object,
  change: Change,
): Promise<object | undefined> {
  const { required = [] } = update.input as { readonly required?: readonly string[] };
  const left = required.some((name) => name !== 'id' && !(name in values));
  return left ? (await parts?.(change.db, [id]))?.get(id) : undefined;
}

async function removeRow<T extends Thing>(
  records: Records<T>,
  id: number,
  caller: Principal,
  change: Change,
): Promise<null> {
  const { table, admit, users } = records.rules;
  await change.changing(table, id);
  const row = await rowOf(records, change, id);
  await admit?.(row, change, caller, 'delete');
  for (const [reason, queries] of Object.entries(users?.(change.db, id) ?? {})) {
    await refuseUsed(reason, ...[queries].flat());
  }
  await masterData(change.db)
    .deleteFrom(table)
    .where('id', '=', id)
    .execute()
    .catch(isReferredTo(() => conflict('in_use')));
  return null;
}

async function rowOf<T extends Thing>(
  { rules: { table, all = {} } }: Records<T>,
  change: Change,
  id: number,
): Promise<Current> {
  const conditions = Object.entries({ id, ...all });
  const row = await masterData(change.db)
    .selectFrom(table)
    .selectAll()
    .where((eb) => eb.and(conditions.map(([column, value]) => eb(column, '=', value))))
    .executeTakeFirst();
  if (!row) throw notFound(table);
  return row as Current;
}
