import type { Kysely } from 'kysely';
import type Type from 'typebox';
import type { Call, InputOf } from '../../../contract/call/call.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Principal } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Import, ImportedRows } from '../imports/lines/import-rules.ts';
import type { Refusal } from '../refusal.ts';
import type { UsersByReason } from './in-use.ts';
import type { MasterDataTable } from './master-data-tables.ts';

export type Add = Call<Type.TObject>;

/** A row on its way in. `before` is the row as it was; none when it is new. */
export interface Saving<Input> {
  readonly input: Input;
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly change: Change;
  readonly caller: Principal;
}

/** A row as it is now, locked. */
export type Current = Readonly<Record<string, unknown>> & { readonly id: number; readonly updated_at: Date };

/** A row that was written. */
export interface Saved<Input> extends Saving<Input> {
  readonly id: number;
}

/** Rows that a person adds, changes, deletes and brings in from a file. */
export interface Records<A extends Add> {
  readonly table: MasterDataTable;
  readonly add: A;
  readonly update: Call;
  readonly remove: Call;
  readonly import?: Pick<Import<A>, 'list' | 'call' | 'parsers'>;
  /**
   * The field whose value only one row has, whatever its case; the index `<table>_code_key`
   * or `<table>_name_key` sees to it. Rows without one are added one at a time.
   */
  readonly code?: string & keyof InputOf<A>;
  /** The field that says within what the code is the only one: a factory, say. None where it is so among all rows. */
  readonly within?: string & keyof InputOf<A>;
  /** What other indexes refuse, by their names. */
  readonly refusals?: Readonly<Record<string, () => Refusal>>;
  /** Columns that all of these rows have alike: others are none of them. */
  readonly all?: Readonly<Record<string, unknown>>;
  /** Columns that rows begin with, beside what is given. */
  readonly begins?: Readonly<Record<string, unknown>>;
  /** Columns whose words a search finds a row by; none where words are looked for in the columns themselves. */
  readonly foundBy?: readonly string[];
  /** Columns that the people of a factory or a dealer leave as they are in its row. */
  readonly enterpriseDecides?: readonly string[];
  /** The columns of a row as it is given, when their own rules let it pass. */
  readonly columns: (input: InputOf<A>, caller: Principal, change: Change) => object | Promise<object>;
  /** Throws when a row is not the caller's to change or delete. */
  readonly admit?: (row: Current, change: Change, caller: Principal) => Promise<void>;
  /** What belongings of the row are called in the input, where the audit log calls them otherwise. */
  readonly inputNames?: Readonly<Record<string, string>>;
  /** Fields that a change does not touch, nor look at again, unless it gives them. */
  readonly onlyGiven?: readonly (string & keyof InputOf<A>)[];
  /** Throws for what the shape of the input does not show. Writes nothing. */
  readonly check?: (saving: Saving<InputOf<A>>) => Promise<void> | void;
  /** What makes room for a row, right before it is written. */
  readonly prepare?: (saving: Saving<InputOf<A>>) => Promise<void>;
  /** Fields that are no columns, as rows have them now. A file that says the same changes nothing. */
  readonly parts?: (db: Kysely<Schema>, ids: readonly number[]) => Promise<ReadonlyMap<number, Partial<InputOf<A>>>>;
  /** Carries out what belongs to rows beside their columns. */
  readonly keep?: (saved: readonly Saved<InputOf<A>>[]) => Promise<void>;
  /** What the answer to a form tells beside the id. */
  readonly answer?: (saved: Saved<InputOf<A>>) => Promise<object>;
  /** What may use a row, each a reason to refuse its deletion with queries of the users' names. */
  readonly users?: (db: Kysely<Schema>, id: number) => UsersByReason;
  /** Rows as the list shows them. */
  readonly show?: NonNullable<ImportedRows<InputOf<A>, unknown>['show']>;
  /** What is told once rows were changed or deleted, after the commit. */
  readonly changed?: () => Promise<void>;
}
