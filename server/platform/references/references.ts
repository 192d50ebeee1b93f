import type { LocalisedText } from '@suyuan/contract/languages.ts';
import { comparedIdentifier, normalIdentifier } from '@suyuan/contract/thing/identifiers.ts';
import { type AliasableExpression, expressionBuilder, type Kysely } from 'kysely';
import type { Change } from '../audit/audit-log.ts';
import type { LocalisedColumn } from '../database/localised.ts';
import type { Schema } from '../database/schema.ts';
import { inAnyCase } from '../database/statements/among.ts';
import type { NaturalKey, NumberedTable, Table } from '../database/table.ts';
import type { CellParser } from '../imports/lines/columns.ts';

/**
 * A field of files that refers to a row of a table: the row with this code, or else the ones with this name. `columns`
 * are those of the list that tell it.
 */
export function referred(table: NumberedTable, columns: readonly string[]): CellParser<number> {
  // Of another table: what a cell means stays the same while a file is brought in.
  const meaningsByDb = new WeakMap<Kysely<Schema>, Map<string, number[]>>();
  return {
    columns,
    read: async (cells, change) => {
      const { db } = change;
      const meanings = meaningsByDb.get(db) ?? new Map<string, number[]>();
      meaningsByDb.set(db, meanings);
      const unread = cells.filter((cell) => !meanings.has(cell));
      for (const [cell, ids] of await idsOf(change, table, unread)) meanings.set(cell, ids);
      return meanings;
    },
  };
}

/** A field of files that refers to several rows of a table, separated by commas: each as in `referred`; the ids ascending. */
export function referredAll(table: NumberedTable, columns: readonly string[]): CellParser<number[]> {
  return {
    columns,
    read: async (cells, change) => {
      const namesByCell = new Map(cells.map((cell) => [cell, namesIn(cell)]));
      const meanings = await idsOf(change, table, [...new Set([...namesByCell.values()].flat())]);
      return new Map(
        [...namesByCell].map(([cell, names]) => {
          const idsByName = names.map((name) => meanings.get(name) ?? []);
          const isClear = idsByName.every((ids) => ids.length === 1);
          return [cell, isClear ? [[...new Set(idsByName.flat())].sort((one, other) => one - other)] : []];
        }),
      );
    },
  };
}

const namesIn = (cell: string): string[] =>
  cell
    .split(/[,，、;；\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The same for the row that a row stands below: it may come with a line of the same file. */
export function referredAbove<Name extends NumberedTable>(
  table: Table<Name>,
  columns: readonly string[],
): CellParser<number> {
  const { code, names } = naturalKeyOf(table);
  return { columns, among: [code, ...names], read: (cells, change) => idsOf(change, table.name, cells) };
}

function naturalKeyOf(table: Pick<Table, 'name' | 'naturalKey'> | undefined): NaturalKey {
  if (!table?.naturalKey)
    throw new Error(
      `The facts of the table ${table?.name} must declare a natural key, because files refer to its rows`,
    );
  return table.naturalKey;
}

/** The ids that each cell may mean. Codes have an index, names need none: few files refer by them. */
async function idsOf(change: Change, table: NumberedTable, cells: readonly string[]): Promise<Map<string, number[]>> {
  const facts = change.tables.get(table);
  const { code, names } = naturalKeyOf(facts);
  const ids = new Map<string, number[]>();
  for (const [columns, written, spelling] of [
    [[code], normalIdentifier, comparedIdentifier],
    [names, String, (name: string) => name.toLowerCase()],
  ] as const) {
    const unknown = cells.filter((cell) => !ids.get(cell)?.length);
    const sought = unknown.map((cell) => written(cell));
    const rows =
      unknown.length > 0 ? await rowsNamed(change.db, table, namesOf(columns, facts?.localised), sought) : [];
    const byName = Map.groupBy(
      rows.flatMap(({ id, ...texts }) => Object.values(texts).map((name) => ({ id, name: spelling(`${name ?? ''}`) }))),
      ({ name }) => name,
    );
    for (const cell of unknown) {
      ids.set(cell, [...new Set((byName.get(spelling(cell)) ?? []).map(({ id }) => id))]);
    }
  }
  seen(change, table, [...ids.values()].flat());
  return ids;
}

const { eb } = expressionBuilder<{ row: Readonly<Record<string, LocalisedText>> }, 'row'>();

/** The names that a row has in these columns, in all languages. */
const namesOf = (
  columns: readonly string[],
  localised: readonly LocalisedColumn[] = [],
): AliasableExpression<unknown>[] =>
  columns.flatMap((name): AliasableExpression<unknown>[] => {
    const { fields } = localised.find(({ column }) => column === name) ?? {};
    return fields?.map(({ language }) => eb.ref(`row.${name}`, '->>').key(language)) ?? [eb.ref(`row.${name}`)];
  });

const rowsNamed = (
  db: Kysely<Schema>,
  table: NumberedTable,
  names: readonly AliasableExpression<unknown>[],
  cells: readonly string[],
): Promise<({ id: number } & Record<string, unknown>)[]> =>
  db
    .selectFrom(db.dynamic.table(table).as('row'))
    .select('row.id')
    .select(names.map((name, at) => name.as(`name_${at}`)))
    .where((eb) => eb.or(names.map((name) => inAnyCase(name, cells))))
    .execute();

/** Whether a referenced row exists and the caller may see it. Queried once in a change. */
export const isThere = (change: Change, table: NumberedTable, id: number): Promise<boolean> =>
  change.once(nameOf(table, id), async () => {
    const { db } = change;
    const rows = db.selectFrom(db.dynamic.table(table).as('row')).select('row.id').where('row.id', '=', id);
    return (await rows.executeTakeFirst()) !== undefined;
  });

/** Notes rows that were just read, so that `isThere` need not query them. */
function seen(change: Change, table: NumberedTable, ids: readonly number[]): void {
  for (const id of ids) void change.once(nameOf(table, id), async () => true);
}

const nameOf = (table: NumberedTable, id: number): string => `${table} ${id}`;
