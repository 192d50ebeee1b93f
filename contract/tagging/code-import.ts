import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, IdInput, Input, NoInput, Nullable, Text } from '../thing/fields.ts';

/** Codes printed by others: uploaded in a file, reviewed, and then accepted as a code order. */

export const importStates = ['waiting', 'reading', 'read', 'taken', 'discarded', 'broken'] as const;

/** A form of codes: digits, letters and digits, addresses, or others; the length is null for addresses and for all other forms. */
export const CodeForm = Type.Object({
  kind: Type.Enum(['digits', 'alphanumeric', 'address', 'other']),
  length: Nullable(Type.Integer()),
  count: Type.Integer(),
});
export type CodeForm = Type.Static<typeof CodeForm>;

export const CodeImport = Type.Object({
  id: Id(),
  file_name: Type.String(),
  state: Type.Enum([...importStates]),
  read_lines: Type.Integer(),
  accepted: Type.Integer(),
  /** Lines with a code that occurs earlier in the file. */
  repeated: Type.Integer(),
  /** Lines with a code that is in the system already, imported or issued. */
  known: Type.Integer(),
  /** Lines without a valid code. */
  refused: Type.Integer(),
  /** The forms of the codes that would be taken, the most frequent first. */
  forms: Type.Array(CodeForm),
  order_id: Nullable(Id()),
  order_no: Nullable(Type.String()),
  created_by: Type.String(),
  started_at: Type.String(),
  /** Why it failed. */
  problem: Nullable(Type.String()),
});
export type CodeImport = Type.Static<typeof CodeImport>;

export const mostImported = 10_000_000;

export const codeImport = {
  method: 'POST',
  path: '/api/tagging/imports/upload',
  effect: 'own-record',
  access: ['readycreate:import'],
  traced: true,
  parties: 'enterprise',
  upload: true,
  summary:
    'Read codes printed by others from a TXT or CSV file, a code a line or in the first column, also compressed with gzip. ' +
    'At most 10 million lines. The codes answer nothing until they are taken. The answer comes when the file is read, or after ' +
    'some seconds, while it waits for its turn or is being read.',
  input: NoInput(),
  output: CodeImport,
} as const satisfies Call;
export const importList = defineCall({
  method: 'GET',
  path: '/api/tagging/imports/list',
  access: ['readycreate'],
  parties: 'enterprise',
  summary: 'The last imports with their progress, newest first.',
  input: NoInput(),
  output: Type.Array(CodeImport),
});
export const importProblems = defineCall({
  method: 'GET',
  path: '/api/tagging/imports/problems',
  access: ['readycreate'],
  parties: 'enterprise',
  summary: 'The first thousand lines that were not accepted, with the reason.',
  input: IdInput(),
  output: Type.Array(Type.Object({ line: Type.Integer(), content: Type.String(), message: Type.String() })),
});
export const importTake = defineCall({
  method: 'POST',
  path: '/api/tagging/imports/take',
  access: ['readycreate:import'],
  parties: 'enterprise',
  summary: 'Make an order of the codes of an import. They are recognised from now on.',
  input: Input({
    id: Id(),
    product_id: Type.Optional(Nullable(Id())),
    purpose: Type.Optional(Nullable(Text(256))),
  }),
  output: Type.Object({ id: Id(), order_no: Type.String() }),
});
export const codeImportStop = defineCall({
  method: 'POST',
  path: '/api/tagging/imports/stop',
  access: ['readycreate:import'],
  parties: 'enterprise',
  summary: 'Stop reading a file, on whichever server. What was read of it is forgotten.',
  input: IdInput(),
  output: Type.Null(),
});
export const importDiscard = defineCall({
  method: 'POST',
  path: '/api/tagging/imports/discard',
  access: ['readycreate:import'],
  parties: 'enterprise',
  summary: 'Forget the codes of an import that was not taken.',
  input: IdInput(),
  output: Type.Null(),
});
