import type { Call } from '@suyuan/contract/call/call.ts';
import type { UpsertCall, UpsertReport } from '@suyuan/contract/thing/upsert.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Caller, Principal } from '../caller.ts';
import { bodyChecker } from '../http/validation.ts';
import type { Problem } from '../refusal.ts';
import { mayMake } from '../serve/admission.ts';
import type { Routes } from '../serve/routes.ts';
import { type CellParser, parsersOf } from './lines/columns.ts';
import type { AnyImport } from './lines/import-rules.ts';
import { type Entry, groupsOf, importGroup } from './lines/lines.ts';
import { outcomesOf, problemsInWords } from './lines/report.ts';

/** Parsers of references within the lists of a row, by list and field: `{ lines: { product_id: … } }`. */
export type PartParsers = Readonly<Record<string, Readonly<Record<string, CellParser<number>>>>>;

interface Upsert {
  readonly call: UpsertCall;
  readonly spec: AnyImport & { readonly update: Call };
  readonly partParsers: PartParsers;
}

type Given = Readonly<Record<string, unknown>>;

/**
 * Serves the call by which another system sends rows by their codes: by the rules of a file of such rows, from which they differ in
 * that their values have types.
 */
export function serveUpsert(routes: Routes, { call, spec, partParsers }: Upsert): void {
  const check = bodyChecker(spec.add.input);
  routes.change<Call>(call, async (input, caller, change): Promise<UpsertReport> => {
    const { rows } = input as { rows: readonly Given[] };
    const named = await withPartsNamed(rows, partParsers, change);
    const sent = named.map((row, index) => entryOf(spec, check, row, index));
    const entries = sent.map(({ entry }) => entry);
    const existing = mayMake(caller.account, spec.update) ? 'update' : 'refuse';
    const work = { spec, change, caller, existing, keepsFixed: true, adds: mayMake(caller.account, spec.add) } as const;
    for (const group of groupsOf(spec, entries)) await importGroup(work, group);
    const { added: created, updated, unchanged } = outcomesOf(entries);
    if (created + updated === 0) change.undo();
    const refused = entries.length - created - updated - unchanged;
    return { created, updated, unchanged, refused, rows: await answers(spec, sent, change, caller) };
  });
}

/** A row with the columns that it names fields by, if it does not name them as `add` does. */
interface Sent {
  readonly entry: Entry;
  readonly columnOf: ReadonlyMap<string, string>;
}

interface NamedRow {
  readonly row: Given;
  readonly problems: readonly Problem[];
}

/** A row as a line of a file. What names other records by their codes is parsed as a cell would be. */
function entryOf(
  spec: AnyImport,
  check: (input: Record<string, unknown>) => readonly Problem[],
  { row, problems: named }: NamedRow,
  index: number,
): Sent {
  const fields = Object.keys(spec.add.input.properties);
  const values: Record<string, unknown> = {};
  const unparsed: Record<string, string> = {};
  const columnOf = new Map<string, string>();
  const problems = [...named];
  const fieldOf = fieldsByColumn(spec);
  for (const [name, value] of Object.entries(row)) {
    if (fields.includes(name)) values[name] = value;
    else if (!fieldOf.has(name)) problems.push({ path: name.slice(0, 64), reason: 'unknown_field' });
  }
  for (const [name, { key }] of fieldOf) {
    const value = row[name];
    if (value === undefined || key in values || key in unparsed) continue;
    if (value === null) values[key] = null;
    else if (typeof value === 'string' || typeof value === 'number') unparsed[key] = `${value}`;
    else problems.push({ path: name, reason: 'type_string' });
    columnOf.set(key, name);
  }
  const found = check(values).filter(({ path }) => !(path in unparsed));
  const lacking = found.filter(
    ({ path, reason }) => reason === 'required' && path !== spec.rows.key && !(path in values),
  );
  problems.push(...found.filter((problem) => !lacking.includes(problem)));
  const { key = '' } = spec.rows;
  // Unlike a form, a system names what it sends.
  if (values[key] === undefined && !problems.some(({ path }) => path === key))
    problems.push({ path: key, reason: 'required' });
  const cells = { values, unparsed, doubts: [] };
  const entry = { line: { line: index + 1, cells: [] }, cells, lacking, problems, outcome: undefined };
  return { entry, columnOf };
}

/** The fields that columns of the list tell, the most reliable column of each first. */
function fieldsByColumn(spec: AnyImport): Map<string, { key: string }> {
  const columns = Object.entries(parsersOf(spec)).flatMap(([key, parser]) =>
    (parser?.columns ?? []).map((column) => [column, { key }] as const),
  );
  return new Map(columns);
}

/** The rows with ids in place of the codes within their lists. */
async function withPartsNamed(rows: readonly Given[], parsers: PartParsers, change: Change): Promise<NamedRow[]> {
  let named: NamedRow[] = rows.map((row) => ({ row, problems: [] }));
  for (const [list, fields] of Object.entries(parsers)) {
    for (const [field, parser] of Object.entries(fields)) {
      const [column = field] = parser.columns ?? [];
      const codes = named.flatMap(({ row }) => partsOf(row, list).flatMap((part) => codeIn(part, column) ?? []));
      const meanings = codes.length === 0 ? new Map() : await parser.read([...new Set(codes)], change);
      named = named.map((one) => withPartNamed(one, { list, field, column }, meanings));
    }
  }
  return named;
}

function withPartNamed(
  { row, problems }: NamedRow,
  { list, field, column }: { readonly list: string; readonly field: string; readonly column: string },
  meanings: ReadonlyMap<string, readonly number[]>,
): NamedRow {
  if (!Array.isArray(row[list])) return { row, problems };
  const wrong: Problem[] = [];
  const parts = (row[list] as unknown[]).map((part, index) => {
    const code = codeIn(part, column);
    if (code === undefined) return part;
    const { [column]: _, ...rest } = part as Record<string, unknown>;
    const [id, ...others] = meanings.get(code) ?? [];
    if (id !== undefined && others.length === 0) return { [field]: id, ...rest };
    const reason = id === undefined ? 'no_such' : 'ambiguous';
    wrong.push({ path: `${list}.${index}.${column}`, reason, params: { value: code } });
    return { [field]: 1, ...rest };
  });
  return { row: { ...row, [list]: parts }, problems: [...problems, ...wrong] };
}

const partsOf = (row: Given, list: string): unknown[] => (Array.isArray(row[list]) ? (row[list] as unknown[]) : []);

function codeIn(part: unknown, column: string): string | undefined {
  const code = Object(part) === part ? (part as Record<string, unknown>)[column] : undefined;
  return typeof code === 'string' || typeof code === 'number' ? `${code}`.trim() : undefined;
}

const outcomes = { added: 'created', updated: 'updated', unchanged: 'unchanged', refused: 'refused' } as const;

async function answers(
  spec: AnyImport,
  sent: readonly Sent[],
  change: Change,
  { language }: Pick<Caller, 'language'> & Principal,
): Promise<UpsertReport['rows']> {
  const { key = '', find } = spec.rows;
  const codeOf = ({ cells }: Entry) =>
    typeof cells.values[key] === 'string' ? (cells.values[key] as string) : undefined;
  const codes = sent.flatMap(({ entry }) => codeOf(entry) ?? []);
  const rows = codes.length === 0 ? [] : ((await find?.(codes, change)) ?? []);
  const ids = new Map(rows.map((row) => [`${row[key]}`.toLowerCase(), row.id as number]));
  return sent.map(({ entry, columnOf }) => {
    const problems = entry.problems.map((one) => ({ ...one, path: columnOf.get(one.path) ?? one.path }));
    const code = codeOf(entry)?.trim();
    return {
      code: code ?? null,
      outcome: outcomes[entry.outcome ?? 'refused'],
      id: (code && ids.get(code.toLowerCase())) || null,
      fields: entry.outcome === 'refused' ? problemsInWords(problems, language, spec.list) : [],
    };
  });
}
