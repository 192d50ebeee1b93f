import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, IdInput, IdOutput, Input, Nullable, RequiredText } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { beganBy, readOnly, takenBy } from '../thing/thing-fields.ts';
import { Changed, target } from './code-binding.ts';

/** Codes taken out of use; they are reopened only with the consent of a second person. */

export const codeClosure = defineList({
  key: 'queryclose',
  table: 'code_closure',
  parties: 'nothing',
  path: '/api/tagging/closures',
  fields: {
    closure_no: readOnly(Type.String()),
    scope: readOnly(Type.Enum(['order', 'range', 'list']), { filter: true }),
    order_id: readOnly(Nullable(Id()), { exported: false }),
    order_no: readOnly(Nullable(Type.String()), names('code_order', 'order_id')),
    quantity: readOnly(Type.Integer(), { sort: true }),
    reason: readOnly(Type.String()),
    status: readOnly(Type.Enum(['closed', 'reopen_asked', 'reopened']), { sort: true, filter: true }),
    ...beganBy('closed'),
    reopen_reason: readOnly(Nullable(Type.String())),
    ...takenBy('asked'),
    ...takenBy('decided'),
  },
  filters: keyword,
  summaries: { page: 'List what was closed, with reason and person (paged).' },
});
export type CodeClosure = RowOf<typeof codeClosure>;

export const codesClose = defineCall({
  method: 'POST',
  path: '/api/tagging/closures/add',
  access: ['queryclose:close'],
  summary: 'Close an order, a range of it or a list of codes. They answer "void" from now on.',
  input: Input({ ...target, reason: RequiredText(256) }),
  output: Changed,
});
export const reopenAsk = defineCall({
  method: 'POST',
  path: '/api/tagging/closures/askreopen',
  access: ['queryclose:reopen'],
  summary: 'Request the reopening of closed codes. Another person decides.',
  input: Input({ id: Id(), reason: RequiredText(256) }),
  output: IdOutput(),
});
export const reopenApprove = {
  method: 'POST',
  path: '/api/tagging/closures/approvereopen',
  access: ['queryclose:approve'],
  secondPerson: 'queryclose:reopen',
  begunBy: 'asked_by_id',
  summary: 'Reopen closed codes, as another person requested.',
  input: IdInput(),
  output: IdOutput(),
} as const satisfies Call;
export const reopenRefuse = defineCall({
  method: 'POST',
  path: '/api/tagging/closures/refusereopen',
  access: ['queryclose:approve', 'queryclose:reopen'],
  summary: "Decline a request to reopen codes, or withdraw one's own. The codes stay closed.",
  input: IdInput(),
  output: IdOutput(),
});

export const closingAffects = defineCall({
  method: 'POST',
  path: '/api/tagging/closures/affects',
  access: ['queryclose:close', 'records:close'],
  effect: 'none',
  traced: true,
  summary:
    'Preview the effect of closing codes: the goods they are on, and how many of these are packed or were shipped.',
  input: Input(target),
  output: Type.Object({
    quantity: Type.Integer(),
    /** The products that the codes are on, the first twenty. */
    products: Type.Array(Type.String()),
    on_products: Type.Integer(),
    packed: Type.Integer(),
    shipped: Type.Integer(),
    /** There are more codes on products than were looked at, so the figures are the least. */
    more: Type.Boolean(),
  }),
});
