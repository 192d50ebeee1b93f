import Type from 'typebox';
import type { Access, Call } from '../call/call.ts';
import { Id, Input, Nullable } from './fields.ts';

/** The most rows of a call. */
export const maxUpserted = 500;
/** The longest list within a row. */
const longestList = 2000;

export const upsertOutcomes = ['created', 'updated', 'unchanged', 'refused'] as const;

const UpsertReport = Type.Object({
  /** How many rows had each outcome. */
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  /** One for each row, in their order. */
  rows: Type.Array(
    Type.Object({
      code: Nullable(Type.String()),
      outcome: Type.Enum([...upsertOutcomes]),
      /** The id of the row; null if it was refused and does not exist. */
      id: Nullable(Id()),
      /** What is wrong with a refused row. */
      fields: Type.Array(Type.Object({ path: Type.String(), reason: Type.String(), message: Type.String() })),
    }),
  ),
});
export type UpsertReport = Type.Static<typeof UpsertReport>;

/** Declares `/upsert` beside an `/add` and an `/update`: rows by their code, which are added or changed. */
export const upsertOf = (path: `/api/${string}`, code: string, access: Access) =>
  ({
    method: 'POST',
    path,
    access,
    summary:
      `Add or change rows by their \`${code}\`, and answer row by row. A row has the fields of \`add\`; fields that are left out ` +
      'stay as they are. Other records can be named by their code instead of their id, as in files. Adding and changing each need ' +
      'their permission. Refused rows do not affect the others, and unchanged ones write nothing.',
    input: Input({
      rows: Type.Array(Type.Record(Type.String(), Type.Unknown({ maxItems: longestList })), {
        minItems: 1,
        maxItems: maxUpserted,
      }),
    }),
    output: UpsertReport,
  }) as const satisfies Call;

export type UpsertCall = ReturnType<typeof upsertOf>;
