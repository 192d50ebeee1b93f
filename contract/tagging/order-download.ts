import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import type { Permission } from '../menu.ts';
import { Id, IdInput, Input, Nullable, RequiredText, SomeOf, Text } from '../thing/fields.ts';
import { maxOrdered } from './code-order.ts';

/** Downloads of the codes of an order. */

export const fileFormats = ['txt', 'csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];
export const fileColumns = ['code', 'content', 'human', 'parent', 'serial'] as const;
export type FileColumn = (typeof fileColumns)[number];
/** The maximum number of codes in an XLSX file: a worksheet has 1 048 576 rows, and the first one has the titles. */
export const maxSheetRows = 1_048_575;

/** The default columns of a file. */
export const defaultColumns = (format: FileFormat): readonly FileColumn[] =>
  format === 'txt' ? ['code'] : ['code', 'content'];

/** Why codes are handed out, and why again: stored with the download. */
export const handingOut = {
  purpose: RequiredText(256),
  /**
   * For codes that were handed out before, were leased to a line, or are on products already: why they are handed out again. Needs
   * the right to reprint.
   */
  reprint: Type.Optional(RequiredText(256)),
};

/** Who may hand codes out again. */
export const mayReprint = ['records:reprint', 'readycreate:reprint'] as const satisfies readonly Permission[];

const downloadFields = {
  id: Id(),
  /** Only this part, made for a printer, instead of the whole order. */
  part_id: Type.Optional(Id()),
  format: Type.Enum([...fileFormats]),
  /** `gzip`: the file is compressed as it is streamed. */
  compress: Type.Optional(Type.Enum(['none', 'gzip'])),
  /**
   * Columns in order, comma-separated: the code, the content of its symbol, its human-readable form, the package around it, its
   * number in the order. By default TXT has the code, and the others code and content.
   */
  columns: Type.Optional(SomeOf(fileColumns)),
  /** The numbers of the first and last code in the order or part. By default, all codes behind those handed out before. */
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: maxOrdered })),
  to: Type.Optional(Type.Integer({ minimum: 1, maximum: maxOrdered })),
  ...handingOut,
};
export const orderDownloadTicket = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/ticket',
  personal: true,
  effect: 'own-record',
  access: ['records:download', 'readycreate:download'],
  alsoNeeds: mayReprint,
  summary:
    "Create a single-use ticket for a download by the browser, valid for a minute, with the caller's permissions.",
  input: Input(downloadFields),
  output: Type.Object({ ticket: Type.String(), download_id: Type.String() }),
});
export const orderDownload = {
  method: 'GET',
  path: '/api/tagging/orders/download',
  effect: 'own-record',
  access: ['records:download', 'readycreate:download'],
  alsoNeeds: mayReprint,
  answers: 'file',
  summary:
    'Download the codes of an order, computed while they are sent. TXT has a line for each code; CSV and XLSX have ' +
    'titles. Resume with `Range: bytes=` or with `offset`, the number of codes already received.',
  input: Input({
    ...downloadFields,
    id: Type.Optional(Id()),
    format: Type.Optional(downloadFields.format),
    purpose: Type.Optional(handingOut.purpose),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOrdered })),
    /** A ticket of `orderDownloadTicket`, instead of the header `Token` and of `id`, `format` and `purpose`. */
    ticket: Type.Optional(Text(128)),
  }),
  output: Type.Unknown(),
} as const satisfies Call;

export const CodeDownload = Type.Object({
  id: Type.String(),
  format: Type.String(),
  columns: Type.String(),
  /** For a part: its number and its printer. */
  part: Nullable(Type.Integer()),
  /** The numbers of the first and the last code in the order. */
  from: Nullable(Type.Integer()),
  to: Nullable(Type.Integer()),
  printer: Nullable(Type.String()),
  purpose: Nullable(Type.String()),
  /** Why codes were handed out that had been handed out before; null for the first time. */
  reprint: Nullable(Type.String()),
  /** The SHA-256 of the sent bytes, if the file was sent completely. */
  sha256: Nullable(Type.String()),
  state: Type.Enum(['waiting', 'running', 'done', 'broken']),
  sent: Type.Integer(),
  quantity: Type.Integer(),
  account_name: Type.String(),
  started_at: Type.String(),
  ended_at: Nullable(Type.String()),
});
export type CodeDownload = Type.Static<typeof CodeDownload>;

export const orderDownloads = defineCall({
  method: 'GET',
  path: '/api/tagging/orders/downloads',
  access: ['records', 'readycreate'],
  summary: 'List the downloads of an order, newest first, with their progress.',
  input: IdInput(),
  output: Type.Array(CodeDownload),
});

export const orderHandedOut = defineCall({
  method: 'GET',
  path: '/api/tagging/orders/handedout',
  access: ['records', 'readycreate'],
  summary: 'List the codes of an order, or of one of its parts, that are out: in files, as labels, or leased to lines.',
  input: Input({ id: Id(), part_id: Type.Optional(Id()) }),
  output: Type.Object({
    /** By numbers in the order or part, from 1; at most the first hundred. */
    ranges: Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
    /** How many codes are out. */
    out: Type.Integer(),
    /** The number behind the last code that is out or on a product; null if that is the last one. */
    next: Nullable(Type.Integer()),
  }),
});
