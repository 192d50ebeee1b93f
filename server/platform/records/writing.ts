import type { LocalisedText } from '@suyuan/contract/languages.ts';
import type { Thing } from '@suyuan/contract/thing/thing.ts';
import type { Change } from '../audit/audit-log.ts';
import { isOfEnterprise } from '../caller.ts';
import { localisedFields } from '../database/localised.ts';
import { isViolationOf } from '../database/statements/violation.ts';
import { searchText } from '../lists/search.ts';
import { badInput, type Refusal } from '../refusal.ts';
import { columnsOf, localisedIn } from './columns.ts';
import { masterData } from './master-data.ts';
import { type NumberSeries, withNextNumber } from './number-series.ts';
import type { InputOfThing, Records, Saved, Saving } from './record-rules.ts';

type Row = Readonly<Record<string, unknown>>;

/** A row that has passed its rules, with the columns to be written. */
export interface Plan<Input> extends Saving<Input> {
  readonly columns: Row;
}

/** Whether rows form a tree. */
export const readsPlace = ({ thing }: Pick<Records<Thing>, 'thing'>): boolean =>
  'parent_id' in thing.add.input.properties;

/** The complete input for a row: its current values, overridden by what is given. */
export function rowsAs<T extends Thing>(
  { thing, rules: { onlyGiven = [] } }: Records<T>,
  row: Row,
  input: object,
): InputOfThing<T> {
  const values: Row = { ...row, ...localisedFields(localisedIn(thing), row) };
  const keys = Object.keys(thing.add.input.properties).filter(
    (name) => name in values && !(onlyGiven as readonly string[]).includes(name),
  );
  return { ...Object.fromEntries(keys.map((name) => [name, values[name]])), ...input } as InputOfThing<T>;
}

/** Checks a row and returns the plan to write it; throws if it is invalid. Writes nothing. */
export async function planned<T extends Thing>(
  records: Records<T>,
  saving: Saving<InputOfThing<T>>,
): Promise<Plan<InputOfThing<T>>> {
  await records.rules.check?.(saving);
  const columns = await columnsFor(records, saving);
  requireUndecided(records, columns, saving);
  return { ...saving, columns };
}

/** The columns of a row for its input. */
export async function columnsFor<T extends Thing>(
  { thing, rules }: Records<T>,
  { input, caller, change }: Pick<Saving<InputOfThing<T>>, 'input' | 'caller' | 'change'>,
): Promise<Row> {
  return { ...columnsOf(thing, input), ...(await rules.columns?.(input, caller, change)) };
}

/** Throws if people of a party change columns of its row that only the enterprise decides. */
function requireUndecided<T extends Thing>(
  { rules: { enterpriseDecides = [] } }: Records<T>,
  columns: Row,
  { before, caller }: Saving<InputOfThing<T>>,
): void {
  if (!before || isOfEnterprise(caller.account)) return;
  const names = enterpriseDecides.filter((name) => name in columns && columns[name] !== before[name]);
  if (names.length > 0) throw badInput(...names.map((path) => ({ path, reason: 'enterprise_decides' })));
}

/** Writes rows of one change, all new ones by one statement. The caller has locked existing rows. */
export async function write<T extends Thing>(
  records: Records<T>,
  plans: readonly Plan<InputOfThing<T>>[],
  change: Change,
): Promise<Saved<InputOfThing<T>>[]> {
  const rows = [
    ...(await insertRows(
      records,
      plans.filter(({ before }) => !before),
      change,
    )),
    ...(await updateRows(
      records,
      plans.filter(({ before }) => before),
      change,
    )),
  ];
  await records.rules.keep?.(rows);
  return rows;
}

async function insertRows<T extends Thing>(
  records: Records<T>,
  plans: readonly Plan<InputOfThing<T>>[],
  change: Change,
): Promise<Saved<InputOfThing<T>>[]> {
  if (plans.length === 0) return [];
  for (const plan of plans) await records.rules.prepare?.(plan);
  const { code } = records.thing;
  const { numbers } = records.rules;
  const isNumbered = ({ columns }: Plan<InputOfThing<T>>) => !numbers || (code && columns[code]);
  const { given = [], due = [] } = Object.groupBy(plans, (plan) => (isNumbered(plan) ? 'given' : 'due'));
  const rows = given.length === 0 ? [] : await insert(records, given, change).catch(refused(records, given));
  for (const plan of due) {
    const numbered = withNextNumber(change, numbers as NumberSeries, (number) =>
      insert(records, [{ ...plan, columns: { ...plan.columns, [code as string]: number } }], change),
    );
    rows.push(...(await numbered.catch(refused(records, [plan]))));
  }
  return rows;
}

/** Inserts rows by one statement. */
async function insert<T extends Thing>(
  records: Records<T>,
  plans: readonly Plan<InputOfThing<T>>[],
  change: Change,
): Promise<Saved<InputOfThing<T>>[]> {
  const { table, within = records.thing.code, all, begins } = records.rules;
  const { code } = records.thing;
  const rows = await masterData(change.db)
    .insertInto(table)
    .values(plans.map(({ columns }) => ({ ...columns, ...all, ...begins, ...foundBy(records, columns) })))
    .returning((eb) => [
      'id',
      ...(code ? [eb.ref(code).as('code')] : []),
      ...(within ? [eb.ref(within).as('within')] : []),
    ])
    .execute();
  const ids = new Map(rows.map((row) => [`${row.within} ${row.code}`, row.id as number]));
  change.made(table, ...ids.values());
  const keyOf = (columns: Readonly<Record<string, unknown>>) => `${within && columns[within]} ${code && columns[code]}`;
  return plans.map((plan) => ({ ...plan, id: ids.get(keyOf(plan.columns)) as number }));
}

async function updateRows<T extends Thing>(
  records: Records<T>,
  plans: readonly Plan<InputOfThing<T>>[],
  change: Change,
): Promise<Saved<InputOfThing<T>>[]> {
  const rows: Saved<InputOfThing<T>>[] = [];
  for (const plan of plans) {
    // A row written just before may conflict with its place in the tree.
    if (rows.length > 0 && readsPlace(records)) await records.rules.check?.(plan);
    await records.rules.prepare?.(plan);
    const id = plan.before?.id as number;
    await masterData(change.db)
      .updateTable(records.rules.table)
      .set({ ...plan.columns, ...foundBy(records, plan.columns), updated_at: new Date() })
      .where('id', '=', id)
      .execute()
      .catch(refused(records, [plan]));
    rows.push({ ...plan, id });
  }
  return rows;
}

const foundBy = <T extends Thing>({ rules: { foundBy: names } }: Records<T>, columns: Row): { search_text?: string } =>
  names ? { search_text: searchText(...names.flatMap((name) => textsOf(columns[name]))) } : {};

/** The text of a column, or its texts in all languages. */
const textsOf = (value: unknown): readonly (string | null | undefined)[] =>
  Object(value) === value ? Object.values(value as LocalisedText) : [value as string | null | undefined];

/** For `.catch`: turns a constraint violation into a refusal of the field. */
function refused<T extends Thing>(
  records: Records<T>,
  plans: readonly Plan<InputOfThing<T>>[],
): (error: unknown) => never {
  return (error) => {
    // With several rows, the one at fault is found when they are written one by one.
    const input = plans.length === 1 ? (plans[0]?.input as Row) : {};
    throw refusalOf(records, error, input) ?? error;
  };
}

function refusalOf<T extends Thing>(
  { thing: { code, add }, rules: { table, refusals = {} } }: Records<T>,
  error: unknown,
  input: Row,
): Refusal | undefined {
  const problem = (path: string, reason: string) =>
    badInput({ path, reason, params: { value: String(input[path] ?? '').trim() } });
  const unique = [`${table}_code_key`, `${table}_name_key`];
  if (code && unique.some((index) => isViolationOf(index, error))) return problem(code, 'taken');
  const [, refusal] = Object.entries(refusals).find(([index]) => isViolationOf(index, error)) ?? [];
  if (refusal) return refusal();
  // The referenced row was deleted after it was chosen.
  const path = Object.keys(add.input.properties).find((name) => isViolationOf(`${table}_${name}_fkey`, error));
  return path === undefined ? undefined : problem(path, 'no_such');
}
