import type { Kysely } from 'kysely';
import type Type from 'typebox';
import type { Call, InputOf } from '../../../contract/call.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Principal } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Import } from '../imports/import-rules.ts';
import type { Users } from './in-use.ts';
import type { Kept } from './kept-rows.ts';

export type Add = Call<Type.TObject>;

/** A row on its way in. `before` is the row as it was; none when it is new. */
export interface Saving<Input> {
  readonly input: Input;
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly change: Change;
  readonly caller: Principal;
}

/** A row that was written. */
export interface Saved<Input> extends Saving<Input> {
  readonly id: number;
}

/** Rows that a person adds, changes, deletes and brings in from a file. */
export interface Records<A extends Add> {
  readonly table: Kept;
  readonly add: A;
  readonly update: Call;
  readonly remove: Call;
  readonly import?: Pick<Import<A>, 'list' | 'call' | 'words'>;
  /** The field whose value only one row has, whatever its case; the index `<table>_code_key` sees to it. */
  readonly code: string & keyof InputOf<A>;
  /** Columns that all of these rows have alike: others are none of them. */
  readonly all?: Readonly<Record<string, unknown>>;
  /** Columns whose words a search finds a row by. */
  readonly foundBy: readonly string[];
  /** Columns that the people of a factory or a dealer leave as they are in its row. */
  readonly enterpriseDecides?: readonly string[];
  /** The columns of a row as it is given, when their own rules let it pass. */
  readonly columns: (input: InputOf<A>, caller: Principal, change: Change) => object | Promise<object>;
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
  /** What may use a row, each a reason to refuse its deletion with a query of the users' names. */
  readonly users?: (db: Kysely<Schema>, id: number) => Readonly<Record<string, Users>>;
}
