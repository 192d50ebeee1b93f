import Type from 'typebox';
import { defineCall } from './call.ts';
import { verdicts } from './consumer.ts';
import { Id, Moment, Nullable, PageOf, PageQuery, Text } from './fields.ts';
import { exportOf } from './list.ts';

export const CustomerQuery = Type.Object({
  id: Type.String(),
  scanned_at: Type.String(),
  /** As it was asked for. */
  code: Type.String(),
  verdict: Type.Enum(verdicts as unknown as (typeof verdicts)[number][]),
  /** How often the code had been asked for, this time included. */
  nth: Type.Integer(),
  order_no: Nullable(Type.String()),
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  country: Type.String(),
  province: Type.String(),
  city: Type.String(),
  ip: Type.String(),
  device: Type.String(),
  os: Type.String(),
  browser: Type.String(),
});
export type CustomerQuery = Type.Static<typeof CustomerQuery>;

export const customerQueryFilters = {
  code: Type.Optional(Text(2048)),
  verdict: Type.Optional(Type.Enum(verdicts as unknown as (typeof verdicts)[number][])),
  product_id: Type.Optional(Id()),
  province: Type.Optional(Text(32)),
  from: Type.Optional(Moment()),
  to: Type.Optional(Moment()),
};
export const customerQuerySortColumns = ['scanned_at'] as const;

export const customerQueryPage = defineCall({
  method: 'GET',
  path: '/api/querymanage/customerquery/pagelist',
  access: ['customerquery'],
  summary: 'What consumers scanned, newest first.',
  input: PageQuery(customerQuerySortColumns, customerQueryFilters),
  output: PageOf(CustomerQuery),
});
export const customerQueryExport = exportOf(customerQueryPage, ['customerquery:export']);
