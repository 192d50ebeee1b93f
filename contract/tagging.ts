import Type from 'typebox';
import { defineCall } from './call.ts';
import {
  Id,
  IdInput,
  IdOutput,
  Input,
  Nullable,
  OneOfNumbers,
  PageOf,
  PageQuery,
  RequiredText,
  Text,
} from './fields.ts';
import { exportOf } from './list.ts';

export const alphabetNames = ['digits', 'hex', 'base32', 'base36', 'base62'] as const;
export const checkNames = ['none', 'gs1', 'luhn', 'iso7064'] as const;
export const carriers = ['plain', 'url', 'digital-link'] as const;
/** 1 unit, 2 inner, 3 case, 4 pallet. */
export const levels = [1, 2, 3, 4] as const;

const ruleFields = {
  rule_name: RequiredText(64),
  level: OneOfNumbers(levels),
  prefix: Text(20, { pattern: '^[0-9A-Za-z]*$' }),
  alphabet: Type.Enum(alphabetNames as unknown as (typeof alphabetNames)[number][]),
  body_length: Type.Integer({ minimum: 4, maximum: 32 }),
  check: Type.Enum(checkNames as unknown as (typeof checkNames)[number][]),
  carrier: Type.Enum(carriers as unknown as (typeof carriers)[number][]),
};

export const CodeRule = Type.Object({
  id: Id(),
  ...ruleFields,
  status: Type.Enum(['enabled', 'disabled']),
  /** How many codes the rule can issue at all, and how many it has issued. */
  capacity: Type.Integer(),
  issued: Type.Integer(),
  /** The chance that an invented code of this format is an issued one: issued / domain. */
  guess_odds: Type.Number(),
  created_at: Type.String(),
});
export type CodeRule = Type.Static<typeof CodeRule>;

export const ruleSortColumns = ['id', 'rule_name', 'level', 'issued', 'created_at'] as const;
export const ruleFilters = {
  keyword: Type.Optional(Text(64)),
  level: Type.Optional(OneOfNumbers(levels)),
  carrier: Type.Optional(Type.Enum(carriers as unknown as (typeof carriers)[number][])),
  status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
};

export const rulePage = defineCall({
  method: 'GET',
  path: '/api/tagging/coderules/pagelist',
  access: ['coderule', 'records'],
  summary: 'Code rules, a page at a time.',
  input: PageQuery(ruleSortColumns, ruleFilters),
  output: PageOf(CodeRule),
});
export const ruleExport = exportOf(rulePage, ['coderule:export']);
export const ruleAdd = defineCall({
  method: 'POST',
  path: '/api/tagging/coderules/add',
  access: ['coderule:add'],
  summary: 'Add a code rule. Refused when its domain is under 1 000 000 or it could accept codes of another rule.',
  input: Input(ruleFields),
  output: IdOutput(),
});
export const ruleUpdate = defineCall({
  method: 'POST',
  path: '/api/tagging/coderules/update',
  access: ['coderule:update'],
  summary: 'Change a code rule. Once it has issued codes only its name and status can change.',
  input: Input({ id: Id(), ...ruleFields, status: Type.Optional(Type.Enum(['enabled', 'disabled'])) }),
  output: IdOutput(),
});
export const ruleDelete = defineCall({
  method: 'POST',
  path: '/api/tagging/coderules/delete',
  access: ['coderule:delete'],
  summary: 'Delete a code rule that has issued nothing.',
  input: IdInput(),
  output: Type.Null(),
});
export const rulePreview = defineCall({
  method: 'POST',
  path: '/api/tagging/coderules/preview',
  effect: 'none',
  access: ['coderule'],
  summary: 'What a rule would print: ten samples, length, capacity, odds, and what stands against it.',
  input: Input({ ...ruleFields, rule_name: Type.Optional(Text(64)), id: Type.Optional(Id()) }),
  output: Type.Object({
    samples: Type.Array(Type.Object({ code: Type.String(), content: Type.String() })),
    length: Type.Integer(),
    capacity: Type.Integer(),
    /** As decimal digits: it can exceed what a JSON number holds. */
    domain: Type.String(),
    /** The chance of a guess once the capacity of `odds_at` codes is issued. */
    odds_at: Type.Array(Type.Object({ issued: Type.Integer(), odds: Type.Number() })),
    problems: Type.Array(Type.Object({ field: Type.String(), reason: Type.String(), message: Type.String() })),
  }),
});

export const orderStatuses = ['open', 'closed'] as const;

export const CodeOrder = Type.Object({
  id: Id(),
  order_no: Type.String(),
  rule_id: Id(),
  rule_name: Type.String(),
  level: Type.Integer(),
  carrier: Type.Enum(carriers as unknown as (typeof carriers)[number][]),
  product_id: Nullable(Id()),
  product_code: Nullable(Type.String()),
  product_name: Nullable(Type.String()),
  quantity: Type.Integer(),
  first_code: Type.String(),
  last_code: Type.String(),
  guess_odds: Type.Number(),
  purpose: Nullable(Type.String()),
  status: Type.Enum(['open', 'closed']),
  close_reason: Nullable(Type.String()),
  closed_at: Nullable(Type.String()),
  downloads: Type.Integer(),
  created_by: Type.String(),
  created_at: Type.String(),
});
export type CodeOrder = Type.Static<typeof CodeOrder>;

export const orderSortColumns = ['order_no', 'quantity', 'status', 'created_at'] as const;
export const orderFilters = {
  keyword: Type.Optional(Text(64)),
  rule_id: Type.Optional(Id()),
  product_id: Type.Optional(Id()),
  status: Type.Optional(Type.Enum(['open', 'closed'])),
  /** Orders for a product, or pre-codes that have none. */
  bound: Type.Optional(Type.Boolean()),
};

export const orderPage = defineCall({
  method: 'GET',
  path: '/api/tagging/orders/pagelist',
  access: ['records'],
  summary: 'Orders of codes, a page at a time.',
  input: PageQuery(orderSortColumns, orderFilters),
  output: PageOf(CodeOrder),
});
export const orderExport = exportOf(orderPage, ['records:export']);
export const orderAdd = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/add',
  access: ['records:add'],
  summary: 'Order codes: takes the next range of the rule. One row, whatever the quantity.',
  input: Input({
    rule_id: Id(),
    product_id: Type.Optional(Nullable(Id())),
    quantity: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
    purpose: Type.Optional(Nullable(Text(256))),
  }),
  output: Type.Object({ id: Id(), order_no: Type.String(), first: Type.String(), count: Type.Integer() }),
});
export const orderClose = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/close',
  access: ['records:close'],
  summary: 'Close an order: all its codes answer "void" from now on.',
  input: Input({ id: Id(), reason: RequiredText(256) }),
  output: Type.Object({ id: Id() }),
});

const downloadFields = {
  id: Id(),
  format: Type.Enum(['txt', 'csv']),
  /** gzip: the file is compressed as it is computed. */
  compress: Type.Optional(Type.Enum(['none', 'gzip'])),
};
export const orderDownloadTicket = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/ticket',
  effect: 'own-record',
  access: ['records:download'],
  summary:
    "A ticket for one download by the browser itself, good for a minute and for one use. It carries the caller's right.",
  input: Input(downloadFields),
  output: Type.Object({ ticket: Type.String(), download_id: Type.String() }),
});
export const orderDownload = defineCall({
  method: 'GET',
  path: '/api/tagging/orders/download',
  access: ['records:download'],
  answers: 'file',
  summary:
    'The codes of an order as a file, computed while it is sent. TXT: a code a line. CSV: code,content. ' +
    'Continue with `Range: bytes=` or with `offset`, the number of codes already received.',
  input: Input({
    id: Type.Optional(Id()),
    format: Type.Optional(Type.Enum(['txt', 'csv'])),
    compress: Type.Optional(Type.Enum(['none', 'gzip'])),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    /** Instead of the Token header, id and format. */
    ticket: Type.Optional(Text(128)),
  }),
  output: Type.Unknown(),
});
export const CodeDownload = Type.Object({
  id: Type.String(),
  format: Type.String(),
  state: Type.Enum(['waiting', 'running', 'done', 'broken']),
  sent: Type.Integer(),
  quantity: Type.Integer(),
  account_name: Type.String(),
  started_at: Type.String(),
  ended_at: Nullable(Type.String()),
});
export const orderDownloads = defineCall({
  method: 'GET',
  path: '/api/tagging/orders/downloads',
  access: ['records'],
  summary: 'The downloads of an order, newest first, with their progress.',
  input: Input({ id: Id() }),
  output: Type.Array(CodeDownload),
});

export const codeStates = ['unknown', 'issued', 'bound', 'void'] as const;
export const CodeFacts = Type.Object({
  input: Type.String(),
  /** The code as the system knows it; null when it is not one. */
  code: Nullable(Type.String()),
  /** issued: a pre-code without a product; bound: it has one; void: its order is closed. */
  state: Type.Enum(codeStates as unknown as (typeof codeStates)[number][]),
  rule_name: Nullable(Type.String()),
  order_id: Nullable(Id()),
  order_no: Nullable(Type.String()),
  product_id: Nullable(Id()),
  product_code: Nullable(Type.String()),
  product_name: Nullable(Type.String()),
  scan_count: Type.Integer(),
  first_scan_at: Nullable(Type.String()),
});
export type CodeFacts = Type.Static<typeof CodeFacts>;
export const codesQuery = defineCall({
  method: 'POST',
  path: '/api/tagging/codes/query',
  effect: 'none',
  access: ['rulenews'],
  summary: 'What each code is, in the order given. Codes may be written as printed, as URL or as element string.',
  input: Input({ codes: Type.Array(Text(2048), { minItems: 1, maxItems: 10_000 }) }),
  output: Type.Array(CodeFacts),
});
