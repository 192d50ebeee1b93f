import Type from 'typebox';
import type { ImportExisting } from '../../../../contract/thing/list.ts';
import type { Change } from '../../audit/audit-log.ts';
import { languages, listText, wordsUnder } from '../../language.ts';
import { badInput } from '../../refusal.ts';
import type { TableLine } from './table-file.ts';
import { writtenDay } from './written-day.ts';

/** How a field is written in a file where the call takes something else. */
export interface CellParser<Value> {
  /** Columns of the list that tell the field, beside its own, the surest first. */
  readonly columns?: readonly string[];
  /** Fields of the same file's lines that a cell may name: what it means may stand in another line. */
  readonly among?: readonly string[];
  /** What is said of a cell that stands for nothing; `no_such` when left out. */
  readonly unread?: string;
  /** The values that each cell may stand for, lines written before included. */
  readonly read: (cells: readonly string[], change: Change) => Promise<Meanings<Value>> | Meanings<Value>;
}
type Meanings<Value> = ReadonlyMap<string, readonly Value[]>;

/** Parses cells that need nothing but themselves to be understood. */
export const spelled =
  <Value>(read: (cell: string) => Value | undefined): CellParser<Value>['read'] =>
  (cells) =>
    new Map(
      cells.map((cell) => {
        const value = read(cell);
        return [cell, value === undefined ? [] : [value]];
      }),
    );

/** What reading a file needs to know of a list. */
interface ReadList {
  readonly list: string;
  readonly add: { readonly input: Type.TObject };
  readonly rows: { readonly key?: string; readonly within?: string };
  readonly parsers?: object;
}

/** What a column of a file tells: a field, and how surely among the columns that tell the same one. */
export interface Column {
  readonly key: string;
  readonly rank: number;
  /** The field's choices by their words. */
  readonly choices: ReadonlyMap<string, string>;
  readonly isDay: boolean;
}

// Each parser reads the type of its own field; who reads a file treats them all alike.
export const parsersOf = ({ parsers = {} }: ReadList) =>
  parsers as Readonly<Record<string, CellParser<unknown> | undefined>>;

/** What each title stands for: a field by its key, or by its title in any language; undefined for none. */
export function columnsOf(spec: ReadList, titles: readonly string[]): (Column | undefined)[] {
  const parsers = parsersOf(spec);
  const known = new Map<string, Column>();
  for (const [key, schema] of Object.entries(spec.add.input.properties)) {
    const choices = wordsUnder(spec.list, key, isSwitch(schema));
    const isDay = isOneOf(schema, ({ format }) => format === 'date');
    for (const [rank, name] of [...(parsers[key]?.columns ?? []), key].entries()) {
      const spellings = [name, ...languages.map((language) => listText(language, spec.list, name) ?? name)];
      for (const spelling of spellings.map((one) => one.toLowerCase())) {
        if (!known.has(spelling)) known.set(spelling, { key, rank, choices, isDay });
      }
    }
  }
  return titles.map((title) => known.get(title.trim().toLowerCase()));
}

const isSwitch = (schema: Type.TSchema): boolean => isOneOf(schema, Type.IsBoolean);

/** Whether a schema, or one of those that it is made of, is such a one. */
const isOneOf = (schema: Type.TSchema & { format?: string }, isSuch: (one: { format?: string }) => boolean): boolean =>
  isSuch(schema) || (Type.IsUnion(schema) && schema.anyOf.some((one) => isOneOf(one, isSuch)));

/** Refuses a file without a column that it needs. What changes rows only needs to say which. */
export function requireColumns(
  { add, rows: { key } }: ReadList,
  columns: readonly (Column | undefined)[],
  existing: ImportExisting,
): void {
  const needed = existing === 'update' && key ? [key] : (add.input.required ?? []);
  const missing = needed.filter((path) => !columns.some((column) => column?.key === path));
  if (missing.length > 0) throw badInput(...missing.map((path) => ({ path, reason: 'missing_column' })));
}

/** What the cells of a line tell. */
export interface Cells {
  /** Values as the call takes them, but for being text. */
  readonly values: Record<string, unknown>;
  /** Cells that are still to be parsed, by their fields. */
  readonly unparsed: Readonly<Record<string, string>>;
}

/** What the cells of a line tell; one with nothing in it tells nothing. */
export function cellsOf(spec: ReadList, columns: readonly (Column | undefined)[], line: TableLine): Cells {
  const parsers = parsersOf(spec);
  const values: Record<string, unknown> = {};
  const unparsed: Record<string, string> = {};
  const ranks: Record<string, number> = {};
  columns.forEach((column, index) => {
    const cell = line.cells[index]?.trim() ?? '';
    if (column === undefined || cell === '' || column.rank > (ranks[column.key] ?? column.rank)) return;
    const { key, rank, choices, isDay } = column;
    ranks[key] = rank;
    if (parsers[key]) unparsed[key] = cell;
    else values[key] = choices.get(cell.toLowerCase()) ?? (isDay ? writtenDay(cell) : cell);
  });
  return { values, unparsed };
}
