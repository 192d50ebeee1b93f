import type { Kysely } from 'kysely';
import type Type from 'typebox';
import type { Call, InputOf } from '../../../contract/call.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Account, Caller } from '../caller.ts';
import { refuseUsed, type Users } from '../database/in-use.ts';
import type { Schema } from '../database/schema.ts';
import { isReferredTo } from '../database/violation.ts';
import { type Import, serveImport } from '../imports/import.ts';
import { conflict, notFound } from '../refusal.ts';
import type { Services } from '../services.ts';
import { linesOf } from './lines.ts';
import { requireFresh } from './stale.ts';
import { lockTree, type Tree } from './tree.ts';
import { planned, readsPlace, rowsAs, type Saved, write } from './writing.ts';

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
  /** Columns whose words a search finds a row by. */
  readonly foundBy: readonly string[];
  /** Columns that the people of a factory or a dealer leave as they are in its row. */
  readonly enterpriseDecides?: readonly string[];
  /** The columns of a row as it is given, when their own rules let it pass. */
  readonly columns: (input: InputOf<A>, caller: Caller<Account>, change: Change) => object | Promise<object>;
  /** Fields that a change does not touch, nor look at again, unless it gives them. */
  readonly onlyGiven?: readonly (string & keyof InputOf<A>)[];
  /** Throws for what the shape of the input does not show. Writes nothing. */
  readonly check?: (saving: Saving<InputOf<A>>) => Promise<void> | void;
  /** What makes room for a row, right before it is written. */
  readonly prepare?: (saving: Saving<InputOf<A>>) => Promise<void>;
  /** Fields that are no columns, as rows have them now. A file that says the same changes nothing. */
  readonly parts?: (db: Kysely<Schema>, ids: readonly number[]) => Promise<ReadonlyMap<number, Partial<InputOf<A>>>>;
  /** Carries out what belongs to rows beside their columns. */
  readonly keep?: (saved: readonly Saved<InputOf<A>>[]) => Promise<void>;
  /** What the answer to a form tells beside the id. */
  readonly answer?: (saved: Saved<InputOf<A>>) => Promise<object>;
  /** What may use a row, each a reason to refuse its deletion with a query of the users' names. */
  readonly users?: (db: Kysely<Schema>, id: number) => Readonly<Record<string, Users>>;
}

/** Serves the calls by which rows are kept, all of them by the same rules. */
export function serveRecords<A extends Add>(services: Services, spec: Records<A>): void {
  const { routes } = services;
  routes.change<Call>(spec.add, (input, caller, change) =>
    saved(spec, { input: input as InputOf<A>, before: undefined, change, caller }),
  );
  routes.change<Call>(spec.update, (input, caller, change) => updateRow(spec, input as never, caller, change));
  routes.change<Call>(spec.remove, (input, _, change) => removeRow(spec, (input as { id: number }).id, change));
  if (spec.import) serveImport(services, { ...spec.import, add: spec.add, update: spec.update, rows: linesOf(spec) });
}

async function saved<A extends Add>(spec: Records<A>, saving: Saving<InputOf<A>>): Promise<{ id: number }> {
  const [row] = await write(spec, [await planned(spec, saving)], saving.change);
  const { id } = row as Saved<InputOf<A>>;
  return { id, ...(await spec.answer?.(row as Saved<InputOf<A>>)) };
}

async function updateRow<A extends Add>(
  spec: Records<A>,
  { id, updated_at, ...given }: { id: number; updated_at?: string },
  caller: Caller<Account>,
  change: Change,
): Promise<{ id: number }> {
  if (readsPlace(spec)) await lockTree(change, spec.table as Tree);
  await change.changing(spec.table, id);
  const row = await rowOf(spec, change, id);
  await requireFresh(change, spec.table, row, updated_at);
  const before = row as unknown as Record<string, unknown>;
  return saved(spec, { input: rowsAs(spec, before, given), before, change, caller });
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
  const { db } = change;
  const row = await db
    .selectFrom(db.dynamic.table(table).as('row'))
    .selectAll()
    .where((eb) => eb.and(conditions.map(([column, value]) => eb(db.dynamic.ref(`row.${column}`), '=', value))))
    .executeTakeFirst();
  if (!row) throw notFound(table);
  return row;
}
