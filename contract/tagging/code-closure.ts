import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import {
  Code,
  Day,
  Id,
  IdInput,
  IdOutput,
  Input,
  Nullable,
  PageOf,
  PageQuery,
  RequiredText,
  Text,
} from '../thing/fields.ts';
import { exportOf } from '../thing/list.ts';

/** What becomes of codes after they were issued: bound to a product or lot, closed, opened again. */

/** A whole order; a range of it by numbers (from 1) or by its first and last code; or any codes, as printed. */
const target = {
  order_id: Type.Optional(Id()),
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  to: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  first_code: Type.Optional(Code()),
  last_code: Type.Optional(Code()),
  codes: Type.Optional(Type.Array(Code(), { minItems: 1, maxItems: 100_000 })),
};

/** How many codes it is about: those that changed, and those that were so already. */
const Changed = Type.Object({ id: Nullable(Id()), changed: Type.Integer(), unchanged: Type.Integer() });

export const codesBind = defineCall({
  method: 'POST',
  path: '/api/tagging/segments/bind',
  access: ['readycreate:bind'],
  summary: 'Bind codes to a product, lot and production date. Refused for codes that are closed or of another product.',
  input: Input({
    ...target,
    product_id: Id(),
    lot: Type.Optional(Nullable(Text(20))),
    production_date: Type.Optional(Nullable(Day())),
  }),
  output: Changed,
});
export const codesUnbind = defineCall({
  method: 'POST',
  path: '/api/tagging/segments/unbind',
  access: ['readycreate:unbind'],
  summary:
    'Unbind codes that nobody has used: refused when a consumer asked for one of them, or a label with their product was made.',
  input: Input(target),
  output: Changed,
});
export const codesClose = defineCall({
  method: 'POST',
  path: '/api/tagging/closures/add',
  access: ['queryclose:close'],
  summary: 'Close an order, a range of it or a list of codes: they answer "void" from now on.',
  input: Input({ ...target, reason: RequiredText(256) }),
  output: Changed,
});

export const closureStatuses = ['closed', 'reopen_asked', 'reopened'] as const;
export const closureScopes = ['order', 'range', 'list'] as const;

export const CodeClosure = Type.Object({
  id: Id(),
  closure_no: Type.String(),
  scope: Type.Enum([...closureScopes]),
  order_id: Nullable(Id()),
  order_no: Nullable(Type.String()),
  quantity: Type.Integer(),
  reason: Type.String(),
  status: Type.Enum([...closureStatuses]),
  closed_by: Type.String(),
  closed_at: Type.String(),
  reopen_reason: Nullable(Type.String()),
  asked_by: Nullable(Type.String()),
  asked_at: Nullable(Type.String()),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Type.String()),
});

export const closurePage = defineCall({
  method: 'GET',
  path: '/api/tagging/closures/pagelist',
  access: ['queryclose'],
  summary: 'What was closed, why and by whom, a page at a time.',
  input: PageQuery(['closed_at', 'quantity', 'status'] as const, {
    keyword: Type.Optional(Text(64)),
    scope: Type.Optional(Type.Enum([...closureScopes])),
    status: Type.Optional(Type.Enum([...closureStatuses])),
  }),
  output: PageOf(CodeClosure),
});
export const closureExport = exportOf(closurePage, ['queryclose:export']);
export const reopenAsk = defineCall({
  method: 'POST',
  path: '/api/tagging/closures/askreopen',
  access: ['queryclose:reopen'],
  summary: 'Ask for closed codes to be opened again. Another person decides.',
  input: Input({ id: Id(), reason: RequiredText(256) }),
  output: IdOutput(),
});
export const reopenApprove = defineCall({
  method: 'POST',
  path: '/api/tagging/closures/approvereopen',
  access: ['queryclose:approve'],
  summary: 'Open closed codes again, as another person asked.',
  input: IdInput(),
  output: IdOutput(),
});
export const reopenRefuse = defineCall({
  method: 'POST',
  path: '/api/tagging/closures/refusereopen',
  access: ['queryclose:approve', 'queryclose:reopen'],
  summary: 'Refuse what was asked, or take back what one asked oneself: the codes stay closed.',
  input: IdInput(),
  output: IdOutput(),
});
