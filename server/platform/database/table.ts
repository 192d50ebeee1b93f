import type { SelectType } from 'kysely';
import type { AnyOwnership, Ownership } from './ownership.ts';
import type { Schema } from './schema.ts';

/** Tables whose rows have a number of their own, by which others refer to them. */
export type NumberedTable = {
  [Name in keyof Schema]: Schema[Name] extends { id: infer Id }
    ? SelectType<Id> extends number
      ? Name
      : never
    : never;
}[keyof Schema];

type Column<Name extends keyof Schema> = keyof Schema[Name] & string;

/**
 * Where a table lies on a cluster; on a single PostgreSQL it makes no difference. `reference`: whole on every node, for
 * what is joined with and seldom written. `local`: on the coordinator, for what is written often and read by its own
 * key. Distributed by a column that holds code ids: what grows with codes; such tables lie together.
 */
export type Place<Column = string> = 'reference' | 'local' | { readonly distributedBy: Column };

/** How the audit log tells of rows. What they are called is the text `auditlog.thing.<table>`, or `field.<table>`. */
interface Audit<Column = string> {
  /** The list whose texts (`<list>.<column>`) title the columns; without one, the texts are the table's own. */
  readonly list?: string;
  /** The column that rows are told apart by; `id` unless it is said otherwise. */
  readonly key?: Column;
  /** What belongs to a row and is told with it: an SQL object over the row `t`. */
  readonly belongings?: string;
  /** Belongings that are lists of references: to what this column refers, `<table>.<column>`. */
  readonly lists?: Readonly<Record<string, string>>;
}

/** The columns that people know a row by: its number, which no other row has, and its names. */
export interface NaturalKey<Column = string> {
  readonly code: Column;
  readonly names: readonly Column[];
}

/** A column of secrets that are sealed under the master key, in a table whose rows have an `id`. */
export interface SealedColumn<Column = string> {
  readonly column: Column;
  /** What a row's secret is sealed for. */
  readonly purposeOf: (id: number) => string;
  /** What the secrets are called where it is told how many there are. */
  readonly called: string;
}

/**
 * How the audit log hears of what a change writes into a table that is no thing of its own, or not only one. A list: the
 * rows are parts of rows of these tables, or follow from them; one of those is announced, and tells them. `own-record`: the
 * table is a record already, or holds counters; changes write none of it that anybody did. `never`: the system's own, which
 * no change may write.
 */
export type Told = 'own-record' | 'never' | readonly [keyof Schema, ...(keyof Schema)[]];

/** What is true of a table beside its columns. */
type TableFacts<Name extends keyof Schema> = CommonFacts<Name> &
  (
    | {
        /** For tables whose rows people change by calls: rows that a change writes are announced, unless `told` names others. */
        readonly audit: Audit<Column<Name>>;
        readonly told?: Told;
      }
    | { readonly audit?: undefined; readonly told: Told }
  );

interface CommonFacts<Name extends keyof Schema> {
  /** Whose rows it holds, for accounts of factories and dealers. */
  readonly rows: Ownership<Name>;
  readonly place: Place<Column<Name>>;
  /** For tables whose rows others refer to in files. */
  readonly naturalKey?: NaturalKey<Column<Name>>;
  /** SQL expressions over a row that answer the hashes of pictures it shows. */
  readonly pictures?: readonly string[];
  readonly sealed?: readonly SealedColumn<Column<Name>>[];
}

/** A table with its facts, whichever it is. */
export interface Table<Name extends string = string> {
  readonly name: Name;
  readonly rows: AnyOwnership;
  readonly place: Place;
  readonly audit?: Audit | undefined;
  readonly told?: Told;
  readonly naturalKey?: NaturalKey;
  readonly pictures?: readonly string[];
  readonly sealed?: readonly SealedColumn[];
}

/** The facts of a table, to be said once, beside its row type. */
export function defineTable<const Name extends keyof Schema>(name: Name, facts: TableFacts<Name>): Table<Name> {
  return { name, ...facts };
}

/** Every table there is, by its name. */
export type Tables = ReadonlyMap<string, Table>;

/** Collects what files of tables export. */
export function collectTables(exported: readonly object[]): Tables {
  const tables = new Map<string, Table>();
  for (const table of exported.flatMap((file) => Object.values(file)).filter(isTable)) {
    if (tables.has(table.name)) throw new Error(`the facts of the table ${table.name} are said twice`);
    tables.set(table.name, table);
  }
  return tables;
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'name' in value && 'rows' in value && 'place' in value;
