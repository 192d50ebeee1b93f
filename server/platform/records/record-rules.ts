import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { Thing } from '@suyuan/contract/thing/thing.ts';
import type { Kysely } from 'kysely';
import type { Change } from '../audit/audit-log.ts';
import type { Principal } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Import, ImportedRows } from '../imports/lines/import-rules.ts';
import type { PartParsers } from '../imports/upsert.ts';
import type { Refusal } from '../refusal.ts';
import type { UsersByReason } from './in-use.ts';
import type { MasterDataTable } from './master-data.ts';
import type { NumberSeries } from './number-series.ts';

/** What a form or a line of a file gives of a row. */
export type InputOfThing<T extends Thing> = InputOf<T['add']>;

/** A row to be saved. `before` is the current row; undefined for a new one. */
export interface Saving<Input> {
  readonly input: Input;
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly change: Change;
  readonly caller: Principal;
}

/** The current row, which is locked. */
export type Current = Readonly<Record<string, unknown>> & { readonly id: number; readonly updated_at: Date };

/** A row that was written. */
export interface Saved<Input> extends Saving<Input> {
  readonly id: number;
}

/** The rules for rows that people add, change, delete and import. */
export interface RecordRules<T extends Thing> {
  readonly table: MasterDataTable;
  /** Numbers for new rows without a code. */
  readonly numbers?: NumberSeries;
  /** The field within which the code is unique, such as the factory; without it, among all rows. */
  readonly within?: string & keyof InputOfThing<T>;
  /** Refusals for violations of other constraints, by name. */
  readonly refusals?: Readonly<Record<string, () => Refusal>>;
  /** Column values that distinguish these rows from others of the table. */
  readonly all?: Readonly<Record<string, unknown>>;
  /** Column values of new rows, in addition to the input. */
  readonly begins?: Readonly<Record<string, unknown>>;
  /** Columns that `search_text` is made from; none if a search looks into the columns themselves. */
  readonly foundBy?: readonly string[];
  /** Columns that people of a factory or dealer may not change in its row. */
  readonly enterpriseDecides?: readonly string[];
  /** Columns that are not simply what was given. */
  readonly columns?: (input: InputOfThing<T>, caller: Principal, change: Change) => object | Promise<object>;
  /** Throws if the caller may not change or delete a row. */
  readonly admit?: (row: Current, change: Change, caller: Principal, to: 'update' | 'delete') => Promise<void>;
  /** Names of belongings in the input, if the audit log names them differently. */
  readonly inputNames?: Readonly<Record<string, string>>;
  /** Fields that an update neither changes nor checks unless they are given. */
  readonly onlyGiven?: readonly (string & keyof InputOfThing<T>)[];
  /** Throws for invalid input that the schema does not catch. Writes nothing. */
  readonly check?: (saving: Saving<InputOfThing<T>>) => Promise<void> | void;
  /** Runs right before a row is written, for instance to make room for it. */
  readonly prepare?: (saving: Saving<InputOfThing<T>>) => Promise<void>;
  /** The current values of fields that are no columns, by which an import notices that nothing changes. */
  readonly parts?: (
    db: Kysely<Schema>,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, Partial<InputOfThing<T>>>>;
  /** Writes what belongs to rows besides their columns. */
  readonly keep?: (saved: readonly Saved<InputOfThing<T>>[]) => Promise<void>;
  /** What a form is answered besides the id. */
  readonly answer?: (saved: Saved<InputOfThing<T>>) => Promise<object>;
  /** Queries for the records that may refer to a row, by the reason for which its deletion is refused. */
  readonly users?: (db: Kysely<Schema>, id: number) => UsersByReason;
  /** Parsers of references within the lists of a row, for systems that send rows by their codes. */
  readonly partParsers?: PartParsers;
  /** Parsers of fields that files write differently from the call. */
  readonly parsers?: Import<T['add']>['parsers'];
}

/** The rows of a thing: what the contract declares of them, what only the server knows, and how its list shows them. */
export interface Records<T extends Thing> {
  readonly thing: T;
  readonly rules: RecordRules<T>;
  readonly show?: ImportedRows<InputOfThing<T>, unknown>['show'];
}
