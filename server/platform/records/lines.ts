import { isDeepStrictEqual } from 'node:util';
import type { Thing } from '@suyuan/contract/thing/thing.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Principal } from '../caller.ts';
import { inAnyCase } from '../database/statements/among.ts';
import type { ImportedRows } from '../imports/lines/import-rules.ts';
import { badInput } from '../refusal.ts';
import { masterData } from './master-data.ts';
import type { Current, InputOfThing, Records } from './record-rules.ts';
import { columnsFor, type Plan, planned, rowsAs, write } from './writing.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * How lines of a file, which name rows by their `code`, become rows: by the same rules, and written by the same statements, as
 * those of the form.
 */
export function linesOf<T extends Thing>(
  records: Records<T>,
  code: string & keyof InputOfThing<T>,
): ImportedRows<InputOfThing<T>, Plan<InputOfThing<T>>> {
  const { within } = records.rules;
  return {
    key: code,
    ...(within ? { within } : {}),
    ...(records.show ? { show: records.show } : {}),
    find: (codes, change) => rowsOf(records, code, codes, change),
    plan: (values, row, change, caller) => planOf(records, code, values, row, change, caller),
    write: async (plans, change) => {
      await requireAsRead(records, code, plans, change);
      await write(records, plans, change);
    },
  };
}

/** The rows that have these codes, in whatever case, with their parts. */
async function rowsOf<T extends Thing>(
  { rules: { table, all = {}, parts: readParts } }: Records<T>,
  code: string,
  codes: readonly string[],
  change: Change,
): Promise<Row[]> {
  const conditions = Object.entries(all);
  const rows: Row[] = await masterData(change.db)
    .selectFrom(table)
    .selectAll()
    .where(inAnyCase(code, codes))
    .where((eb) => eb.and(conditions.map(([column, value]) => eb(column, '=', value))))
    .execute();
  const ids = rows.map(({ id }) => id as number);
  const parts = ids.length > 0 ? await readParts?.(change.db, ids) : undefined;
  return parts ? rows.map((row) => ({ ...row, ...parts.get(row.id as number) })) : rows;
}

/** What a line writes; undefined when it says what is so already. */
async function planOf<T extends Thing>(
  records: Records<T>,
  code: string & keyof InputOfThing<T>,
  values: object,
  before: Row | undefined,
  change: Change,
  caller: Principal,
): Promise<Plan<InputOfThing<T>> | undefined> {
  if (!before) return planned(records, { input: values as InputOfThing<T>, before, change, caller });
  // The row keeps its code as it is written there: it was found by it.
  const input = rowsAs(records, before, { ...values, [code]: before[code] });
  const columns = await columnsFor(records, { input, caller, change });
  const row: Row = { ...partsIn(columns, values, before), ...columns };
  if (Object.entries(row).every(([name, value]) => isSame(value, before[name]))) return undefined;
  await records.rules.admit?.(before as Current, change, caller, 'update');
  return planned(records, { input, before, change, caller });
}

/** Whether a value is what is so already. In the items of a list, what is left out is none. */
const isSame = (given: unknown, now: unknown): boolean => isDeepStrictEqual(withoutNone(given), withoutNone(now));

const withoutNone = (value: unknown): unknown =>
  Array.isArray(value) && value.every((item) => Object(item) === item)
    ? value.map((item) => Object.fromEntries(Object.entries(item).filter(([, part]) => (part ?? null) !== null)))
    : value;

/** Fields given that are parts of the row, and no columns. */
const partsIn = (columns: Row, values: object, before: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in before && !(name in columns)));

/** Locks the rows that are to be changed, and refuses those that somebody changed since they were read. */
async function requireAsRead<T extends Thing>(
  { rules: { table } }: Records<T>,
  code: string,
  plans: readonly Plan<InputOfThing<T>>[],
  change: Change,
): Promise<void> {
  const versions = new Map(plans.flatMap(({ before }) => (before ? [[before.id as number, before.updated_at]] : [])));
  if (versions.size === 0) return;
  await change.changing(table, ...versions.keys());
  const now = await masterData(change.db)
    .selectFrom(table)
    .select(['id', 'updated_at'])
    .where('id', 'in', [...versions.keys()])
    .execute();
  const same = now.filter(({ id, updated_at }) => updated_at.getTime() === (versions.get(id) as Date).getTime());
  if (same.length < versions.size) throw badInput({ path: code, reason: 'changed_during_import' });
}
