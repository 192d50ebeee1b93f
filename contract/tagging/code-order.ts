import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import {
  Code,
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
} from '../thing/fields.ts';
import { exportFormats, exportOf } from '../thing/list.ts';

export const alphabetNames = ['digits', 'hex', 'base32', 'base36', 'base62'] as const;
export const checkNames = ['none', 'gs1', 'luhn', 'iso7064'] as const;
export const carriers = ['plain', 'url', 'digital-link'] as const;
export const numberings = ['random', 'sequential'] as const;
export const symbols = ['qrcode', 'datamatrix', 'gs1-128'] as const;
/** 1 unit, 2 inner, 3 case, 4 pallet. */
export const levels = [1, 2, 3, 4] as const;

const ruleFields = {
  rule_name: RequiredText(64),
  level: OneOfNumbers(levels),
  prefix: Text(20, { pattern: '^[0-9A-Za-z]*$' }),
  alphabet: Type.Enum([...alphabetNames]),
  body_length: Type.Integer({ minimum: 4, maximum: 32 }),
  check: Type.Enum([...checkNames]),
  carrier: Type.Enum([...carriers]),
  /** Random unless said otherwise; a sequence is for cases and pallets. */
  numbering: Type.Optional(Type.Enum([...numberings])),
  /** QR code unless said otherwise. */
  symbol: Type.Optional(Type.Enum([...symbols])),
};

export const presetNames = ['anti_counterfeit', 'sgtin', 'sscc', 'pesticide', 'drug'] as const;

export const CodeRule = Type.Object({
  id: Id(),
  ...ruleFields,
  status: Type.Enum(['enabled', 'disabled']),
  /** The public standard that the format follows. */
  preset: Nullable(Type.Enum([...presetNames])),
  /** A rule in use keeps its format: a changed one is its next version. */
  version: Type.Integer(),
  previous_id: Nullable(Id()),
  next_id: Nullable(Id()),
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
  carrier: Type.Optional(Type.Enum([...carriers])),
  status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
};

export const rulePage = defineCall({
  method: 'GET',
  path: '/api/tagging/coderules/pagelist',
  access: ['coderule', 'records', 'readycreate'],
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
export const ruleVersion = defineCall({
  method: 'POST',
  path: '/api/tagging/coderules/version',
  access: ['coderule:add'],
  summary:
    'Make the next version of a rule in use: a rule of its own with another format, under the same name. The old one ' +
    'goes on being read, and issues no more.',
  input: Input({ id: Id(), ...ruleFields, rule_name: Type.Optional(RequiredText(64)) }),
  output: IdOutput(),
});
const Parameter = Type.Object({
  name: Type.String(),
  kind: Type.Enum(['digits', 'number', 'choice']),
  /** Digits: the fewest and the most. A number: the least and the greatest. */
  least: Nullable(Type.Integer()),
  most: Nullable(Type.Integer()),
  choices: Type.Array(Type.String()),
});
export const rulePresets = defineCall({
  method: 'GET',
  path: '/api/tagging/coderules/presets',
  access: ['coderule'],
  summary: 'Formats that public standards describe, with the parameters that they leave open.',
  input: Input({}),
  output: Type.Array(
    Type.Object({
      preset: Type.Enum([...presetNames]),
      levels: Type.Array(Type.Integer()),
      carriers: Type.Array(Type.String()),
      parameters: Type.Array(Parameter),
    }),
  ),
});
export const rulePreset = defineCall({
  method: 'POST',
  path: '/api/tagging/coderules/preset',
  effect: 'none',
  access: ['coderule'],
  summary: 'The format of a standard with its parameters filled in. 400 names each parameter that does not fit.',
  input: Input({
    preset: Type.Enum([...presetNames]),
    level: Type.Optional(OneOfNumbers(levels)),
    carrier: Type.Optional(Type.Enum([...carriers])),
    /** By their names. */
    parameters: Type.Unsafe<Readonly<Record<string, string>>>(Type.Object({}, { additionalProperties: Text(20) })),
  }),
  output: Type.Object({
    level: OneOfNumbers(levels),
    carrier: Type.Enum([...carriers]),
    prefix: Type.String(),
    alphabet: Type.Enum([...alphabetNames]),
    body_length: Type.Integer(),
    check: Type.Enum([...checkNames]),
    numbering: Type.Enum([...numberings]),
  }),
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
    /** `symbol_text`: what the symbol is drawn from; an element string in brackets for GS1-128. */
    samples: Type.Array(Type.Object({ code: Type.String(), content: Type.String(), symbol_text: Type.String() })),
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

/** A page of orders counts the used codes of each so far: there may be millions. */
export const mostUsedCounted = 1000;

export const CodeOrder = Type.Object({
  id: Id(),
  order_no: Type.String(),
  rule_id: Id(),
  rule_name: Type.String(),
  level: Type.Integer(),
  carrier: Type.Enum([...carriers]),
  symbol: Type.Enum([...symbols]),
  product_id: Nullable(Id()),
  product_code: Nullable(Type.String()),
  product_name: Nullable(Type.String()),
  quantity: Type.Integer(),
  first_code: Type.String(),
  last_code: Type.String(),
  guess_odds: Type.Number(),
  purpose: Nullable(Type.String()),
  printer: Nullable(Type.String()),
  /** Of an order of sets: the ratio, how many sets, and this order's place in it, 0 the outermost package. */
  set_id: Nullable(Id()),
  set_ratio: Nullable(Type.String()),
  set_depth: Nullable(Type.Integer()),
  /** Printed by others, and brought in. */
  imported: Type.Boolean(),
  /** Codes that have a product, codes that consumers have asked for, and codes that are closed. */
  bound: Type.Integer(),
  /** A page counts up to `mostUsedCounted`; the order's detail counts them all, a file none. */
  used: Nullable(Type.Integer()),
  closed: Type.Integer(),
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
  access: ['records', 'readycreate', 'rulenews', 'queryclose'],
  summary: 'Orders of codes, a page at a time.',
  input: PageQuery(orderSortColumns, orderFilters),
  output: PageOf(CodeOrder),
});
export const orderExport = exportOf(orderPage, ['records:export']);
const { product_id: _product, bound: _bound, ...preCodeFilters } = orderFilters;
export const preCodePage = defineCall({
  method: 'GET',
  path: '/api/tagging/precodes/pagelist',
  access: ['readycreate'],
  summary: 'Orders of pre-codes, which were ordered without a product, a page at a time.',
  input: PageQuery(orderSortColumns, preCodeFilters),
  output: PageOf(CodeOrder),
});
export const preCodeExport = exportOf(preCodePage, ['readycreate:export']);
export const orderDetail = defineCall({
  method: 'GET',
  path: '/api/tagging/orders/detail',
  access: ['records', 'readycreate'],
  summary: 'One order with its parts for printers, the other orders of its sets, and what is bound or closed in it.',
  input: IdInput(),
  output: Type.Object({
    order: CodeOrder,
    set: Type.Array(
      Type.Object({
        id: Id(),
        order_no: Type.String(),
        depth: Type.Integer(),
        rule_name: Type.String(),
        quantity: Type.Integer(),
      }),
    ),
    /** In the order's own numbers, from 1; the first thousand. */
    segments: Type.Array(
      Type.Object({
        from: Type.Integer(),
        to: Type.Integer(),
        product_name: Nullable(Type.String()),
        lot: Nullable(Type.String()),
        production_date: Nullable(Type.String()),
        closure_no: Nullable(Type.String()),
        close_reason: Nullable(Type.String()),
      }),
    ),
    parts: Type.Array(
      Type.Object({
        id: Id(),
        position: Type.Integer(),
        from: Type.Integer(),
        to: Type.Integer(),
        printer: Nullable(Type.String()),
      }),
    ),
  }),
});
const OrderMade = Type.Object({ id: Id(), order_no: Type.String(), first: Type.String(), count: Type.Integer() });
export const setAdd = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/addset',
  access: ['records:add', 'readycreate:add'],
  summary: 'Order sets: packages and what lies in them, issued together. One row for each depth.',
  input: Input({
    /** 1:6:24, the totals in one set, outermost first. */
    ratio: Text(64),
    sets: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
    /** A rule for each number of the ratio. */
    rule_ids: Type.Array(Id(), { minItems: 2, maxItems: 5 }),
    product_id: Type.Optional(Nullable(Id())),
    purpose: Type.Optional(Nullable(Text(256))),
    printer: Type.Optional(Nullable(Text(64))),
  }),
  output: Type.Object({ set_id: Id(), orders: Type.Array(OrderMade) }),
});
export const orderAdd = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/add',
  access: ['records:add', 'readycreate:add'],
  summary: 'Order codes: takes the next range of the rule. One row, whatever the quantity.',
  input: Input({
    rule_id: Id(),
    product_id: Type.Optional(Nullable(Id())),
    quantity: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
    purpose: Type.Optional(Nullable(Text(256))),
    printer: Type.Optional(Nullable(Text(64))),
  }),
  output: OrderMade,
});
export const orderClose = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/close',
  access: ['records:close', 'queryclose:close'],
  summary: 'Close an order: all its codes answer "void" from now on.',
  input: Input({ id: Id(), reason: RequiredText(256) }),
  output: Type.Object({ id: Id() }),
});

export const fileFormats = ['txt', 'csv', 'xlsx'] as const;
export const fileColumns = ['code', 'content', 'human', 'parent', 'serial'] as const;
/** A sheet of XLSX has 1 048 576 rows, the first for titles. */
export const mostSheetRows = 1_048_575;

const downloadFields = {
  id: Id(),
  /** A part that was made for a printer, instead of the whole order. */
  part_id: Type.Optional(Id()),
  format: Type.Enum([...fileFormats]),
  /** gzip: the file is compressed as it is computed. */
  compress: Type.Optional(Type.Enum(['none', 'gzip'])),
  /**
   * In their order, comma-separated: the code, what its symbol carries, how it is written below the symbol, the package it
   * lies in, its number in the order. TXT has the code alone, the others code and content, unless said otherwise.
   */
  columns: Type.Optional(
    Text(64, { pattern: '^(code|content|human|parent|serial)(,(code|content|human|parent|serial)){0,4}$' }),
  ),
  /** Why the codes are handed out; kept with the download. */
  purpose: Type.Optional(Text(256)),
};
export const orderDownloadTicket = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/ticket',
  effect: 'own-record',
  access: ['records:download', 'readycreate:download'],
  summary:
    "A ticket for one download by the browser itself, good for a minute and for one use. It carries the caller's right.",
  input: Input(downloadFields),
  output: Type.Object({ ticket: Type.String(), download_id: Type.String() }),
});
export const orderDownload = defineCall({
  method: 'GET',
  path: '/api/tagging/orders/download',
  access: ['records:download', 'readycreate:download'],
  answers: 'file',
  summary:
    'The codes of an order as a file, computed while it is sent. TXT: a line for each code, CSV and XLSX with titles. ' +
    'Continue with `Range: bytes=` or with `offset`, the number of codes already received.',
  input: Input({
    ...downloadFields,
    id: Type.Optional(Id()),
    format: Type.Optional(downloadFields.format),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    /** Instead of the Token header, id and format. */
    ticket: Type.Optional(Text(128)),
  }),
  output: Type.Unknown(),
});
export const CodeDownload = Type.Object({
  id: Type.String(),
  format: Type.String(),
  columns: Type.String(),
  /** Of a part: its number and printer. */
  part: Nullable(Type.Integer()),
  /** Of labels: the numbers in the order of the first and the last. */
  from: Nullable(Type.Integer()),
  to: Nullable(Type.Integer()),
  printer: Nullable(Type.String()),
  purpose: Nullable(Type.String()),
  /** Of the bytes that were sent, when the file went out whole. */
  sha256: Nullable(Type.String()),
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
  access: ['records', 'readycreate'],
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
  state: Type.Enum([...codeStates]),
  rule_name: Nullable(Type.String()),
  order_id: Nullable(Id()),
  order_no: Nullable(Type.String()),
  product_id: Nullable(Id()),
  product_code: Nullable(Type.String()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  production_date: Nullable(Type.String()),
  /** The package that the code was issued to lie in. */
  parent: Nullable(Type.String()),
  scan_count: Type.Integer(),
  first_scan_at: Nullable(Type.String()),
  /** What happened to it last. */
  last_event: Nullable(Type.Enum(['issued', 'bound', 'closed', 'scanned'])),
  last_event_at: Nullable(Type.String()),
});
export type CodeFacts = Type.Static<typeof CodeFacts>;
export const mostCodes = 100_000;
const codesAsked = {
  codes: Type.Optional(Type.Array(Code(), { minItems: 1, maxItems: mostCodes })),
  order_id: Type.Optional(Id()),
  /** Numbers in the order, from 1; at most 100 000 codes. */
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  to: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
};
export const codesQuery = defineCall({
  method: 'POST',
  path: '/api/tagging/codes/query',
  effect: 'none',
  access: ['rulenews'],
  traced: true,
  summary:
    'What each code is, in the order given. Codes may be written as printed, as URL or as element string; or they are ' +
    'those of an order, by their numbers in it.',
  input: Input(codesAsked),
  output: Type.Array(CodeFacts),
});
export const codesExport = {
  method: 'POST',
  path: '/api/tagging/codes/export',
  effect: 'none',
  access: ['rulenews:export'],
  traced: true,
  answers: 'file',
  summary: 'The same as a file.',
  input: Input({ ...codesAsked, format: Type.Enum([...exportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;
