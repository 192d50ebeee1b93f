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

export const maxImported = 10_000_000;

export const codeImport = {
  method: 'POST',
  path: '/api/tagging/imports/upload',
  effect: 'own-record',
  access: ['readycreate:import'],
  traced: true,
  parties: 'enterprise',
  upload: true,
  summary:
    'Import codes printed by others from a TXT or CSV file, one a line or in the first column, also compressed with ' +
    'gzip; at most 10 million lines. The codes are not recognised until they are accepted. Returns when the file is ' +
    'read, or after some seconds while it is queued or being read.',
  input: NoInput(),
  output: CodeImport,
} as const satisfies Call;
export const importList = defineCall({
  method: 'GET',
  path: '/api/tagging/imports/list',
  access: ['readycreate'],
  parties: 'enterprise',
  summary: 'List the latest imports with their progress, newest first.',
  input: NoInput(),
  output: Type.Array(CodeImport),
});
export const importProblems = defineCall({
  method: 'GET',
  path: '/api/tagging/imports/problems',
  access: ['readycreate'],
  parties: 'enterprise',
  summary: 'List the first thousand refused lines, with the reason.',
  input: IdInput(),
  output: Type.Array(Type.Object({ line: Type.Integer(), content: Type.String(), message: Type.String() })),
});
export const importTake = defineCall({
  method: 'POST',
  path: '/api/tagging/imports/take',
  access: ['readycreate:import'],
  parties: 'enterprise',
  summary: 'Create an order from the codes of an import. They are recognised from now on.',
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
  summary: 'Stop reading a file, on any server, and discard what was read.',
  input: IdInput(),
  output: Type.Null(),
});
export const importDiscard = defineCall({
  method: 'POST',
  path: '/api/tagging/imports/discard',
  access: ['readycreate:import'],
  parties: 'enterprise',
  summary: 'Discard the codes of an import that was not accepted.',
  input: IdInput(),
  output: Type.Null(),
});
