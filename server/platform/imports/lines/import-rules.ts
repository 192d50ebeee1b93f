import type Type from 'typebox';
import type { Call, InputOf } from '../../../../contract/call/call.ts';
import type { ImportCall } from '../../../../contract/thing/list.ts';
import type { Change } from '../../audit/audit-log.ts';
import type { Principal } from '../../caller.ts';
import type { CellParser } from './columns.ts';

/** A list that rows are brought into from files. */
export interface Import<Add extends Call<Type.TObject>, Plan = unknown> {
  /** Key of the list's screen: a column of the file is known by its title in any language, or by its key. */
  readonly list: string;
  readonly call: ImportCall;
  readonly add: Add;
  /** Whose right a person needs for lines that change rows. Without it lines only add. */
  readonly update?: Call;
  readonly rows: ImportedRows<InputOf<Add>, Plan>;
  /** Fields that a file does not write as the call does: an area in words, another row by its code. */
  readonly parsers?: {
    readonly [Key in keyof InputOf<Add>]?: CellParser<Exclude<InputOf<Add>[Key], null | undefined>>;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: what a list makes of its lines is its own affair
export type AnyImport = Import<Call<Type.TObject>, any>;

/** A row that is there already: its columns and parts under the names of the input's fields. */
export type ImportedRow = Readonly<Record<string, unknown>>;

/** How lines become rows. A plan is what one line writes. */
export interface ImportedRows<Input, Plan> {
  /** The field whose value tells one row from another, whatever its case. */
  readonly key?: string & keyof Input;
  /** The field within whose value it does, where it does not among all rows. */
  readonly within?: string & keyof Input;
  /** The rows that are there already under such values. */
  readonly find?: (keys: readonly string[], change: Change) => Promise<readonly ImportedRow[]>;
  /** Throws a refusal for what is wrong with a line; undefined when the row is so already. Writes nothing. */
  readonly plan: (
    given: Partial<Input>,
    row: ImportedRow | undefined,
    change: Change,
    caller: Principal,
  ) => Promise<Plan | undefined>;
  readonly write: (plans: readonly Plan[], change: Change) => Promise<void>;
  /** Rows by their ids, as the list shows them to the caller. */
  readonly show?: (ids: readonly number[], change: Change, caller: Principal) => Promise<ReadonlyMap<number, object>>;
}

/** Lines of which each is a new row, written by itself. */
export const oneByOne = <Input>(
  insert: (input: Input, change: Change, caller: Principal) => Promise<unknown>,
): ImportedRows<Input, () => Promise<unknown>> => ({
  plan: async (given, _, change, caller) => () => insert(given as Input, change, caller),
  write: async (plans) => {
    for (const add of plans) await add();
  },
});
