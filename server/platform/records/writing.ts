import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { LocalisedText } from '@suyuan/contract/languages.ts';
import type { Change } from '../audit/audit-log.ts';
import { isOfEnterprise } from '../caller.ts';
import { localisedFields } from '../database/localised.ts';
import { isViolationOf } from '../database/statements/violation.ts';
import { badInput, type Refusal } from '../refusal.ts';
import { masterData } from './master-data-tables.ts';
import { type NumberSeries, withNextNumber } from './number-series.ts';
import type { Add, Records, Saved, Saving } from './record-rules.ts';
import { searchText } from './search.ts';

type Row = Readonly<Record<string, unknown>>;

/** A row that has passed its rules, with the columns to be written. */
export interface Plan<Input> extends Saving<Input> {
  readonly columns: Row;
}

/** Whether rows form a tree. */
export const readsPlace = (spec: Records<Add>): boolean => 'parent_id' in spec.add.input.properties;

/** The complete input for a row: its current values, overridden by what is given. */
export function rowsAs<A extends Add>(
  { add, localised = [], onlyGiven = [] }: Records<A>,
  row: Row,
  given: object,
): InputOf<A> {
  const values: Row = { ...row, ...localisedFields(localised, row) };
  const kept = Object.keys(add.input.properties).filter(
    (name) => name in values && !(onlyGiven as readonly string[]).includes(name),
  );
  return { ...Object.fromEntries(kept.map((name) => [name, values[name]])), ...given } as InputOf<A>;
}

/** Checks a row and returns the plan to write it; throws if it is invalid. Writes nothing. */
export async function planned<A extends Add>(spec: Records<A>, saving: Saving<InputOf<A>>): Promise<Plan<InputOf<A>>> {
  await spec.check?.(saving);
  const columns = (await spec.columns(saving.input, saving.caller, saving.change)) as Row;
  requireUndecided(spec, columns, saving);
  return { ...saving, columns };
}

/** Throws if people of a party change columns of its row that only the enterprise decides. */
function requireUndecided<A extends Add>(
  { enterpriseDecides = [] }: Records<A>,
  columns: Row,
  { before, caller }: Saving<InputOf<A>>,
): void {
  if (!before || isOfEnterprise(caller.account)) return;
  const touched = enterpriseDecides.filter((name) => name in columns && columns[name] !== before[name]);
  if (touched.length > 0) throw badInput(...touched.map((path) => ({ path, reason: 'enterprise_decides' })));
}

/** Writes rows of one change, all new ones by one statement. The caller has locked existing rows. */
export async function write<A extends Add>(
  spec: Records<A>,
  plans: readonly Plan<InputOf<A>>[],
  change: Change,
): Promise<Saved<InputOf<A>>[]> {
  const written = [
    ...(await insertRows(
      spec,
      plans.filter(({ before }) => !before),
      change,
    )),
    ...(await updateRows(
      spec,
      plans.filter(({ before }) => before),
      change,
    )),
  ];
  await spec.keep?.(written);
  return written;
}

async function insertRows<A extends Add>(
  spec: Records<A>,
  plans: readonly Plan<InputOf<A>>[],
  change: Change,
): Promise<Saved<InputOf<A>>[]> {
  if (plans.length === 0) return [];
  for (const plan of plans) await spec.prepare?.(plan);
  const { code, numbers } = spec;
  const isNumbered = ({ columns }: Plan<InputOf<A>>) => !numbers || (code && columns[code]);
  const { given = [], due = [] } = Object.groupBy(plans, (plan) => (isNumbered(plan) ? 'given' : 'due'));
  const written = given.length === 0 ? [] : await insert(spec, given, change).catch(refused(spec, given));
  for (const plan of due) {
    const numbered = withNextNumber(change, numbers as NumberSeries, (number) =>
      insert(spec, [{ ...plan, columns: { ...plan.columns, [code as string]: number } }], change),
    );
    written.push(...(await numbered.catch(refused(spec, [plan]))));
  }
  return written;
}

/** Inserts rows by one statement. */
async function insert<A extends Add>(
  spec: Records<A>,
  plans: readonly Plan<InputOf<A>>[],
  change: Change,
): Promise<Saved<InputOf<A>>[]> {
  const { code, within = code } = spec;
  const rows = await masterData(change.db)
    .insertInto(spec.table)
    .values(plans.map(({ columns }) => ({ ...columns, ...spec.all, ...spec.begins, ...foundBy(spec, columns) })))
    .returning((eb) => [
      'id',
      ...(code ? [eb.ref(code).as('code')] : []),
      ...(within ? [eb.ref(within).as('within')] : []),
    ])
    .execute();
  const ids = new Map(rows.map((row) => [`${row.within} ${row.code}`, row.id as number]));
  change.made(spec.table, ...ids.values());
  const keyOf = (columns: Readonly<Record<string, unknown>>) => `${within && columns[within]} ${code && columns[code]}`;
  return plans.map((plan) => ({ ...plan, id: ids.get(keyOf(plan.columns)) as number }));
}

async function updateRows<A extends Add>(
  spec: Records<A>,
  plans: readonly Plan<InputOf<A>>[],
  change: Change,
): Promise<Saved<InputOf<A>>[]> {
  const updated: Saved<InputOf<A>>[] = [];
  for (const plan of plans) {
    // A row written just before may conflict with its place in the tree.
    if (updated.length > 0 && readsPlace(spec)) await spec.check?.(plan);
    await spec.prepare?.(plan);
    const id = plan.before?.id as number;
    await masterData(change.db)
      .updateTable(spec.table)
      .set({ ...plan.columns, ...foundBy(spec, plan.columns), updated_at: new Date() })
      .where('id', '=', id)
      .execute()
      .catch(refused(spec, [plan]));
    updated.push({ ...plan, id });
  }
  return updated;
}

const foundBy = <A extends Add>({ foundBy: names }: Records<A>, columns: Row): { search_text?: string } =>
  names ? { search_text: searchText(...names.flatMap((name) => textsOf(columns[name]))) } : {};

/** The text of a column, or its texts in all languages. */
const textsOf = (value: unknown): readonly (string | null | undefined)[] =>
  Object(value) === value ? Object.values(value as LocalisedText) : [value as string | null | undefined];

/** For `.catch`: turns a constraint violation into a refusal of the field. */
function refused<A extends Add>(spec: Records<A>, plans: readonly Plan<InputOf<A>>[]): (error: unknown) => never {
  return (error) => {
    // With several rows, the one at fault is found when they are written one by one.
    const input = plans.length === 1 ? (plans[0]?.input as Row) : {};
    throw refusalOf(spec, error, input) ?? error;
  };
}

function refusalOf<A extends Add>(
  { table, code, add, refusals = {} }: Records<A>,
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
