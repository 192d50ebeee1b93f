import type { FileLanguage } from '@suyuan/contract/languages.ts';
import { identifierKind } from '@suyuan/contract/thing/identifiers.ts';
import type { ImportExisting } from '@suyuan/contract/thing/list.ts';
import Type from 'typebox';
import type { Change } from '../../audit/audit-log.ts';
import { languages, listText, wordsUnder } from '../../language.ts';
import { badInput, type Problem } from '../../refusal.ts';
import { type CellKind, readCell } from './read-cell.ts';
import type { TableLine } from './table-file.ts';

/** How the cells of a field are parsed, if files write it differently from the call. */
export interface CellParser<Value> {
  /** Further columns of the list for the same field, the most reliable first. */
  readonly columns?: readonly string[];
  /** Fields of other lines of the same file that a cell may refer to. */
  readonly among?: readonly string[];
  /** The reason if a cell has no meaning; `no_such` by default. */
  readonly unread?: string;
  /** The possible values of each cell. Lines written earlier are taken into account. */
  readonly read: (cells: readonly string[], change: Change) => Promise<Meanings<Value>> | Meanings<Value>;
}
type Meanings<Value> = ReadonlyMap<string, readonly Value[]>;

/** Parses cells that can be understood without the database. */
export const spelled =
  <Value>(read: (cell: string) => Value | undefined): CellParser<Value>['read'] =>
  (cells) =>
    new Map(
      cells.map((cell) => {
        const value = read(cell);
        return [cell, value === undefined ? [] : [value]];
      }),
    );

/** The properties of a list that are needed to read a file. */
interface ReadList {
  readonly list: string;
  readonly add: { readonly input: Type.TObject };
  readonly rows: { readonly key?: string; readonly within?: string };
  readonly parsers?: object;
}

/** The field that a column of a file is about, and its rank among the columns for the same field. */
export interface Column {
  readonly key: string;
  readonly rank: number;
  /** The field's choices by their texts in all languages. */
  readonly choices: ReadonlyMap<string, string>;
  readonly kind: CellKind;
}

// Each parser has the type of its own field, but all are called alike.
export const parsersOf = ({ parsers = {} }: ReadList) =>
  parsers as Readonly<Record<string, CellParser<unknown> | undefined>>;

/** The column for each title, which is the key of a field or its title in any language; undefined if unknown. */
export function columnsOf(spec: ReadList, titles: readonly string[]): (Column | undefined)[] {
  const parsers = parsersOf(spec);
  const byTitle = new Map<string, Column>();
  for (const [key, schema] of Object.entries(spec.add.input.properties)) {
    const choices = wordsUnder(spec.list, key, isSwitch(schema));
    const kind = kindOf(spec, key, schema);
    for (const [rank, name] of [...(parsers[key]?.columns ?? []), key].entries()) {
      const spellings = [name, ...languages.map((language) => listText(language, spec.list, name) ?? name)];
      for (const spelling of spellings.map((one) => one.toLowerCase())) {
        if (!byTitle.has(spelling)) byTitle.set(spelling, { key, rank, choices, kind });
      }
    }
  }
  return titles.map((title) => byTitle.get(title.trim().toLowerCase()));
}

function kindOf({ rows }: ReadList, field: string, schema: Type.TSchema): CellKind {
  if (isOneOf(schema, ({ format }) => format === 'date')) return 'day';
  if (isOneOf(schema, ({ format }) => format === 'date-time')) return 'moment';
  // The ids of other rows are named in files by what identifies them for people.
  if (isOneOf(schema, Type.IsInteger)) return 'number';
  if (isOneOf(schema, Type.IsNumber)) return 'number';
  return field === rows.key || isOneOf(schema, isIdentifier) ? 'identifier' : 'text';
}

const isIdentifier = (schema: Type.TSchema): boolean => identifierKind(schema) !== undefined;
const isSwitch = (schema: Type.TSchema): boolean => isOneOf(schema, Type.IsBoolean);

/** Whether a schema, or a member of its union, satisfies a condition. */
type Traits = { readonly format?: string; readonly maxLength?: number };
const isOneOf = (schema: Type.TSchema & Traits, isSuch: (one: Type.TSchema & Traits) => boolean): boolean =>
  isSuch(schema) || (Type.IsUnion(schema) && schema.anyOf.some((one) => isOneOf(one, isSuch)));

/** Throws 400 if a required column is missing. Updates only require the key. */
export function requireColumns(
  { add, rows: { key } }: ReadList,
  columns: readonly (Column | undefined)[],
  existing: ImportExisting,
): void {
  const keys = existing === 'update' && key ? [key] : (add.input.required ?? []);
  const missingPaths = keys.filter((path) => !columns.some((column) => column?.key === path));
  if (missingPaths.length > 0) throw badInput(...missingPaths.map((path) => ({ path, reason: 'missing_column' })));
}

/** The contents of a line. */
export interface Cells {
  /** Values for the call, still as text. */
  readonly values: Record<string, unknown>;
  /** Cells that still have to be parsed, by field. */
  readonly unparsed: Readonly<Record<string, string>>;
  /** Why cells cannot be taken as they are. */
  readonly doubts: readonly Problem[];
}

/** Reads the cells of a line; empty ones are left out. */
export function cellsOf(
  spec: ReadList,
  columns: readonly (Column | undefined)[],
  line: TableLine,
  language?: FileLanguage,
): Cells {
  const parsers = parsersOf(spec);
  const values: Record<string, unknown> = {};
  const unparsed: Record<string, string> = {};
  const ranks: Record<string, number> = {};
  const doubts = new Map<string, Problem>();
  const manner = { isWorkbook: line.isWorkbook === true, language };
  columns.forEach((column, index) => {
    const cell = line.cells[index]?.trim() ?? '';
    if (column === undefined || cell === '' || column.rank > (ranks[column.key] ?? column.rank)) return;
    const { key, rank, choices, kind } = column;
    ranks[key] = rank;
    doubts.delete(key);
    if (parsers[key]) {
      unparsed[key] = cell;
      return;
    }
    const choice = choices.get(cell.toLowerCase());
    const result = choice === undefined ? readCell(kind, cell, manner) : { value: choice };
    if ('doubt' in result) doubts.set(key, { path: key, ...result.doubt });
    values[key] = 'doubt' in result ? cell : result.value;
  });
  return { values, unparsed, doubts: [...doubts.values()] };
}
