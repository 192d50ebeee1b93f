import type { Kysely } from 'kysely';
import type Type from 'typebox';
import type { Call, InputOf } from '../../contract/call.ts';
import type { Change } from './audit.ts';
import type { Account, Caller } from './caller.ts';
import { type Import, serveImport } from './import.ts';
import { refuseUsed } from './in-use.ts';
import { badInput, conflict, notFound } from './refusal.ts';
import type { Schema } from './schema.ts';
import type { Services } from './services.ts';
import { requireFresh } from './stale.ts';
import { lockTree, type Tree } from './tree.ts';
import { isReferredTo, violates } from './violation.ts';

/** Tables of rows that people keep: with an id, a state and the moment of their last change. */
type Kept = {
  [Table in keyof Schema]: Schema[Table] extends { status: unknown; updated_at: unknown } ? Table : never;
}[keyof Schema];

type Add = Call<Type.TObject>;

/** A row on its way in. `before` is the row as it was; none when it is new. */
export interface Saving<Input> {
  readonly input: Input;
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly change: Change;
  readonly caller: Caller<Account>;
}

/** Rows that a person adds, changes, deletes and brings in from a file. */
export interface Records<A extends Add> {
  readonly table: Kept;
  readonly add: A;
  readonly update: Call;
  readonly remove: Call;
  readonly import?: Pick<Import<A>, 'list' | 'call' | 'words'>;
  /** The field whose value only one row has, whatever its case, and the constraint that sees to it. */
  readonly code: { readonly field: string & keyof InputOf<A>; readonly constraint: string };
  /** Columns that all of these rows have alike: others are none of them. */
  readonly all?: Readonly<Record<string, unknown>>;
  /** Columns that the people of a factory or a dealer leave as they are in its row. */
  readonly enterpriseDecides?: readonly string[];
  readonly columns: (input: InputOf<A>, caller: Caller<Account>) => object;
  /** Throws for what the shape of the input does not show. */
  readonly check?: (saving: Saving<InputOf<A>>) => Promise<void> | void;
  /** Carries out what belongs to the row beside its columns; the answer gets what it gives. */
  readonly keep?: (id: number, saving: Saving<InputOf<A>>) => Promise<object | undefined>;
  /** What may use a row, each a reason to refuse its deletion with a query of the users' names. */
  readonly users?: (db: Kysely<Schema>, id: number) => Readonly<Record<string, Parameters<typeof refuseUsed>[1]>>;
}

/** Serves the calls by which rows are kept, all of them by the same rules. */
export function serveRecords<A extends Add>(services: Services, spec: Records<A>): void {
  const { routes } = services;
  const insert = (input: InputOf<A>, change: Change, caller: Caller<Account>) =>
    insertRow(spec, { input, before: undefined, change, caller });
  routes.change<Call>(spec.add, (input, caller, change) => insert(input as InputOf<A>, change, caller));
  routes.change<Call>(spec.update, (input, caller, change) => updateRow(spec, input as never, caller, change));
  routes.change<Call>(spec.remove, (input, _, change) => removeRow(spec, (input as { id: number }).id, change));
  if (spec.import) serveImport(services, { ...spec.import, add: spec.add, insert });
}

async function insertRow<A extends Add>(spec: Records<A>, saving: Saving<InputOf<A>>): Promise<{ id: number }> {
  const { input, change, caller } = saving;
  await spec.check?.(saving);
  const { id } = await change.db
    .insertInto(spec.table)
    .values({ ...spec.columns(input, caller), ...spec.all } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(violates(spec.code.constraint, () => taken(spec, input)));
  change.made(spec.table, id);
  return { id, ...(await spec.keep?.(id, saving)) };
}

async function updateRow<A extends Add>(
  spec: Records<A>,
  { id, updated_at, ...rest }: { id: number; updated_at?: string },
  caller: Caller<Account>,
  change: Change,
): Promise<{ id: number }> {
  if ('parent_id' in spec.add.input.properties) await lockTree(change, spec.table as Tree);
  await change.changing(spec.table, id);
  const row = await rowOf(spec, change, id);
  await requireFresh(change, spec.table, row, updated_at);
  const before = row as unknown as Record<string, unknown>;
  // What is left out stays as it is.
  const fields = Object.keys(spec.add.input.properties).filter((name) => name in before);
  const kept = Object.fromEntries(fields.map((name) => [name, before[name]]));
  const input = { ...kept, ...rest } as InputOf<A>;
  const saving = { input, before, change, caller };
  await spec.check?.(saving);
  const columns = spec.columns(input, caller);
  requireUndecided(spec, columns, saving);
  await change.db
    .updateTable(spec.table)
    .set({ ...columns, updated_at: new Date() } as never)
    .where('id', '=', id as never)
    .execute()
    .catch(violates(spec.code.constraint, () => taken(spec, input)));
  return { id, ...(await spec.keep?.(id, saving)) };
}

/** Where a party stands is the enterprise's decision; its own people keep the rest of its row. */
function requireUndecided<A extends Add>(
  { enterpriseDecides = [] }: Records<A>,
  columns: object,
  { before = {}, caller }: Saving<InputOf<A>>,
): void {
  if (caller.account.account_type === 1) return;
  const touched = enterpriseDecides.filter((name) => name in columns && columns[name as never] !== before[name]);
  if (touched.length > 0) throw badInput(...touched.map((path) => ({ path, reason: 'enterprise_decides' })));
}

async function removeRow<A extends Add>(spec: Records<A>, id: number, change: Change): Promise<null> {
  await change.changing(spec.table, id);
  await rowOf(spec, change, id);
  for (const [reason, users] of Object.entries(spec.users?.(change.db, id) ?? {})) await refuseUsed(reason, users);
  await change.db
    .deleteFrom(spec.table)
    .where('id', '=', id as never)
    .execute()
    .catch(isReferredTo(() => conflict('in_use')));
  return null;
}

async function rowOf<A extends Add>({ table, all = {} }: Records<A>, change: Change, id: number) {
  const conditions = Object.entries({ id, ...all });
  const row = await change.db
    .selectFrom(table as 'dealer')
    .selectAll()
    .where((eb) => eb.and(conditions.map(([column, value]) => eb(column as 'id', '=', value as number))))
    .executeTakeFirst();
  if (!row) throw notFound(table);
  return row;
}

const taken = <A extends Add>({ code }: Records<A>, input: InputOf<A>) =>
  badInput({ path: code.field, reason: 'taken', params: { value: String(input[code.field as never]).trim() } });
