import { isDeepStrictEqual } from 'node:util';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Principal } from '../caller.ts';
import { inAnyCase } from '../database/statements/in-any-case.ts';
import type { ImportedRows } from '../imports/lines/import-rules.ts';
import { badInput } from '../refusal.ts';
import { masterData } from './master-data-tables.ts';
import type { Add, Current, Records } from './record-rules.ts';
import { type Plan, planned, rowsAs, write } from './writing.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows that lines can name. */
type Coded<A extends Add> = Records<A> & { readonly code: string & keyof InputOf<A> };

/** How lines of a file become rows: by the same rules, and written by the same statements, as those of the form. */
export function linesOf<A extends Add>(spec: Coded<A>): ImportedRows<InputOf<A>, Plan<InputOf<A>>> {
  return {
    key: spec.code,
    ...(spec.within ? { within: spec.within } : {}),
    ...(spec.show ? { show: spec.show } : {}),
    find: (keys, change) => rowsOf(spec, keys, change),
    plan: (given, row, change, caller) => planOf(spec, given, row, change, caller),
    write: async (plans, change) => {
      await requireAsRead(spec, plans, change);
      await write(spec, plans, change);
    },
  };
}

/** The rows that have these codes, in whatever case, with their parts. */
async function rowsOf<A extends Add>(spec: Coded<A>, codes: readonly string[], change: Change): Promise<Row[]> {
  const conditions = Object.entries(spec.all ?? {});
  const rows: Row[] = await masterData(change.db)
    .selectFrom(spec.table)
    .selectAll()
    .where(inAnyCase(spec.code, codes))
    .where((eb) => eb.and(conditions.map(([column, value]) => eb(column, '=', value))))
    .execute();
  const ids = rows.map(({ id }) => id as number);
  const parts = ids.length > 0 ? await spec.parts?.(change.db, ids) : undefined;
  return parts ? rows.map((row) => ({ ...row, ...parts.get(row.id as number) })) : rows;
}

/** What a line writes; undefined when it says what is so already. */
async function planOf<A extends Add>(
  spec: Coded<A>,
  given: object,
  before: Row | undefined,
  change: Change,
  caller: Principal,
): Promise<Plan<InputOf<A>> | undefined> {
  if (!before) return planned(spec, { input: given as InputOf<A>, before, change, caller });
  // The row keeps its code as it is written there: it was found by it.
  const code = spec.code;
  const input = rowsAs(spec, before, { ...given, [code]: before[code] });
  const columns = (await spec.columns(input, caller, change)) as Row;
  const asked: Row = { ...partsIn(columns, given, before), ...columns };
  if (Object.entries(asked).every(([name, value]) => isDeepStrictEqual(value, before[name]))) return undefined;
  await spec.admit?.(before as Current, change, caller, 'update');
  return planned(spec, { input, before, change, caller });
}

/** Fields given that are parts of the row, and no columns. */
const partsIn = (columns: Row, given: object, before: Row): Row =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in before && !(name in columns)));

/** Locks the rows that are to be changed, and refuses those that somebody changed since they were read. */
async function requireAsRead<A extends Add>(
  { table, code }: Coded<A>,
  plans: readonly Plan<InputOf<A>>[],
  change: Change,
): Promise<void> {
  const read = new Map(plans.flatMap(({ before }) => (before ? [[before.id as number, before.updated_at]] : [])));
  if (read.size === 0) return;
  await change.changing(table, ...read.keys());
  const now = await masterData(change.db)
    .selectFrom(table)
    .select(['id', 'updated_at'])
    .where('id', 'in', [...read.keys()])
    .execute();
  const same = now.filter(({ id, updated_at }) => updated_at.getTime() === (read.get(id) as Date).getTime());
  if (same.length < read.size) throw badInput({ path: code, reason: 'changed_during_import' });
}
