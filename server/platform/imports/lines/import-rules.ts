import type { Call, InputOf } from '@suyuan/contract/call/call.ts';
import type { ImportCall } from '@suyuan/contract/thing/list.ts';
import type Type from 'typebox';
import type { Change } from '../../audit/audit-log.ts';
import type { Principal } from '../../caller.ts';
import type { CellParser } from './columns.ts';

/** A list that rows can be imported into. */
export interface Import<Add extends Call<Type.TObject>, Plan = unknown> {
  /** The key of the list's screen: titles of columns are keys or texts of this list in any language. */
  readonly list: string;
  readonly call: ImportCall;
  readonly add: Add;
  /** The call whose permission is needed to update rows. Without it lines can only add rows. */
  readonly update?: Call;
  readonly rows: ImportedRows<InputOf<Add>, Plan>;
  /** Parsers of fields that files write differently from the call: areas in words, other rows by code. */
  readonly parsers?: {
    readonly [Key in keyof InputOf<Add>]?: CellParser<Exclude<InputOf<Add>[Key], null | undefined>>;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: what a list makes of its lines is its own affair
export type AnyImport = Import<Call<Type.TObject>, any>;

/** An existing row: its columns and parts under the names of the input's fields. */
export type ImportedRow = Readonly<Record<string, unknown>>;

/** How lines become rows. A plan is what one line will write. */
export interface ImportedRows<Input, Plan> {
  /** The field that identifies a row, compared case-insensitively. */
  readonly key?: string & keyof Input;
  /** The field within whose value the key is unique, if it is not unique among all rows. */
  readonly within?: string & keyof Input;
  /** Finds the existing rows with these keys. */
  readonly find?: (keys: readonly string[], change: Change) => Promise<readonly ImportedRow[]>;
  /** Plans a line; undefined if the row would not change. Throws a refusal if the line is invalid. Writes nothing. */
  readonly plan: (
    values: Partial<Input>,
    row: ImportedRow | undefined,
    change: Change,
    caller: Principal,
  ) => Promise<Plan | undefined>;
  readonly write: (plans: readonly Plan[], change: Change) => Promise<void>;
  /** Rows by id, as the list shows them to the caller. */
  readonly show?: (ids: readonly number[], change: Change, caller: Principal) => Promise<ReadonlyMap<number, object>>;
}

/** Rules for lines that each add a row, one at a time. */
export const oneByOne = <Input>(
  insert: (input: Input, change: Change, caller: Principal) => Promise<unknown>,
): ImportedRows<Input, () => Promise<unknown>> => ({
  plan: async (values, _, change, caller) => () => insert(values as Input, change, caller),
  write: async (plans) => {
    for (const add of plans) await add();
  },
});
