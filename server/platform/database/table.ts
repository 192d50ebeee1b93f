import type { SelectType } from 'kysely';
import type { LocalisedColumn } from './localised.ts';
import type { AnyOwnership, Ownership } from './ownership.ts';
import type { Schema } from './schema.ts';

/** Tables with a numeric `id`. */
export type NumberedTable = {
  [Name in keyof Schema]: Schema[Name] extends { id: infer Id }
    ? SelectType<Id> extends number
      ? Name
      : never
    : never;
}[keyof Schema];

type Column<Name extends keyof Schema> = keyof Schema[Name] & string;

/**
 * Where a table is kept on Citus; on a single PostgreSQL it makes no difference. `reference`: a copy on every node, for tables
 * that are joined with and seldom written. `local`: on the coordinator, for tables that are written often and read by their own
 * key. `distributedBy` a column of code ids: for tables that grow with codes; these are co-located.
 */
export type Placement<Column = string> = 'reference' | 'local' | { readonly distributedBy: Column };

/** How the audit log shows rows. The name of the table is the text `auditlog.thing.<table>`, or `field.<table>`. */
interface Audit<Column = string> {
  /** The list whose texts (`<list>.<column>`) are the titles of columns; by default the table's own name. */
  readonly list?: string;
  /** The column that identifies rows; `id` by default. */
  readonly key?: Column;
  /** An SQL expression over the row `t` for a JSON object of further data that belongs to the row. */
  readonly belongings?: string;
  /** Belongings that are lists of references, each with the column that it refers to, `<table>.<column>`. */
  readonly lists?: Readonly<Record<string, string>>;
}

/** The columns that people know a row by: its unique code, and its names. */
export interface NaturalKey<Column = string> {
  readonly code: Column;
  readonly names: readonly Column[];
}

/** A column of secrets that are encrypted under the master key, in a table with an `id`. */
export interface SealedColumn<Column = string> {
  readonly column: Column;
  /** The purpose that the secret of a row is sealed for (see `MasterKey`). */
  readonly purposeOf: (id: number) => string;
  /** What the secrets are called in the report of a key rotation. */
  readonly called: string;
}

/**
 * How the audit log learns of writes to a table whose own rows are not announced. A list of tables: the rows are parts of rows
 * of these, or follow from them, and one of those has to be announced. `own-record`: the table is a record itself, or holds
 * counters, and needs no announcement. `never`: a table of the system itself, which no change may write.
 */
export type AuditedThrough = 'own-record' | 'never' | readonly [keyof Schema, ...(keyof Schema)[]];

/** The facts of a table besides its columns. */
type TableFacts<Name extends keyof Schema> = CommonFacts<Name> &
  (
    | {
        /** For tables that calls change: written rows have to be announced, unless `auditedThrough` says otherwise. */
        readonly audit: Audit<Column<Name>>;
        readonly auditedThrough?: AuditedThrough;
      }
    | { readonly audit?: undefined; readonly auditedThrough: AuditedThrough }
  );

interface CommonFacts<Name extends keyof Schema> {
  /** Who owns the rows, for row security. */
  readonly rows: Ownership<Name>;
  readonly placement: Placement<Column<Name>>;
  /** For tables whose rows are referred to in import files. */
  readonly naturalKey?: NaturalKey<Column<Name>>;
  /** SQL expressions over a row for the hashes of pictures that it shows. */
  readonly pictures?: readonly string[];
  readonly sealed?: readonly SealedColumn<Column<Name>>[];
  /** Columns with a value for each language, which the audit log shows as the fields of the list. */
  readonly localised?: readonly LocalisedColumn<Column<Name>>[];
  /** Servers hold rows of it in memory: every change that writes it tells all of them (see `Caches`). */
  readonly cached?: true;
  /** Its rows mean nothing in another installation, or after a while, as those of sessions. */
  readonly leftOutOfBackups?: true;
}

/** Any table with its facts. */
export interface Table<Name extends string = string> {
  readonly name: Name;
  readonly rows: AnyOwnership;
  readonly placement: Placement;
  readonly audit?: Audit | undefined;
  readonly auditedThrough?: AuditedThrough;
  readonly naturalKey?: NaturalKey;
  readonly pictures?: readonly string[];
  readonly sealed?: readonly SealedColumn[];
  readonly localised?: readonly LocalisedColumn[];
  readonly cached?: true;
  readonly leftOutOfBackups?: true;
}

/** Declares the facts of a table, once, beside its row type. */
export function defineTable<const Name extends keyof Schema>(name: Name, facts: TableFacts<Name>): Table<Name> {
  return { name, ...facts };
}

/** All tables by name. */
export type Tables = ReadonlyMap<string, Table>;

/** Collects the tables that `*.table.ts` files export. Throws if a table is declared twice. */
export function collectTables(exported: readonly object[]): Tables {
  const tables = new Map<string, Table>();
  for (const table of exported.flatMap((file) => Object.values(file)).filter(isTable)) {
    if (tables.has(table.name)) throw new Error(`The facts of the table ${table.name} are declared twice`);
    tables.set(table.name, table);
  }
  return tables;
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'name' in value && 'rows' in value && 'placement' in value;
