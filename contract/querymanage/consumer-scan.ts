import Type from 'typebox';
import { defineCall } from '../call.ts';
import { verdicts } from '../consumer/scan.ts';
import { Code, Id, Input, LongPageOf, Moment, NoInput, Nullable, PageQuery, Text } from '../fields.ts';
import { exportOf } from '../list.ts';

const VerdictOf = () => Type.Enum([...verdicts]);

export const CustomerQuery = Type.Object({
  id: Type.String(),
  scanned_at: Type.String(),
  /** As it was asked for. */
  code: Type.String(),
  verdict: VerdictOf(),
  /** How often the code had been asked for, this time included. */
  nth: Type.Integer(),
  order_no: Nullable(Type.String()),
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  country: Type.String(),
  province: Type.String(),
  city: Type.String(),
  /** Where the consumer says it was bought. */
  place: Nullable(Type.String()),
  /** Degrees, to the hundredth. */
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  /** Its network only (`203.0.113.0/24`) once it is old; empty when none is kept. */
  ip: Type.String(),
  device: Type.String(),
  os: Type.String(),
  browser: Type.String(),
});
export type CustomerQuery = Type.Static<typeof CustomerQuery>;

export const customerQueryFilters = {
  code: Type.Optional(Code()),
  verdict: Type.Optional(VerdictOf()),
  product_id: Type.Optional(Id()),
  /** Its beginning: 江苏 finds 江苏省. */
  province: Type.Optional(Text(32)),
  city: Type.Optional(Text(32)),
  /** Any part of device, system or browser. */
  device: Type.Optional(Text(64)),
  /** Whether the consumer said where it was bought. */
  told: Type.Optional(Type.Enum(['yes', 'no'])),
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
  output: LongPageOf(CustomerQuery),
});
export const customerQueryExport = exportOf(customerQueryPage, ['customerquery:export']);

export const scanGuessing = defineCall({
  method: 'GET',
  path: '/api/querymanage/customerquery/guessing',
  access: ['customerquery'],
  summary: 'The networks that were sent away for asking for unknown codes in the last seven days, latest first.',
  input: NoInput(),
  output: Type.Array(
    Type.Object({
      network: Type.String(),
      region: Type.String(),
      first_at: Type.String(),
      last_at: Type.String(),
      /** How often it was sent away. */
      refused: Type.Integer(),
    }),
  ),
});

export const CustomerQueryFigures = Type.Object({
  /** First and last day counted, as `2026-01-31` in the enterprise's zone. */
  first: Type.String(),
  last: Type.String(),
  /** Every day between, oldest first. Suspicious: void, unknown or unbound. */
  days: Type.Array(Type.Object({ day: Type.String(), scanned: Type.Integer(), suspicious: Type.Integer() })),
  /** Scans by province, most first. */
  provinces: Type.Array(Type.Object({ province: Type.String(), scanned: Type.Integer() })),
});
export type CustomerQueryFigures = Type.Static<typeof CustomerQueryFigures>;

export const customerQueryFigures = defineCall({
  method: 'GET',
  path: '/api/querymanage/customerquery/figures',
  access: ['customerquery'],
  summary:
    'The scans that the filters let through, by day and by province: of the period asked for, at most its last 366 ' +
    'days, else of the last 30 days. By city, device or place, of the last of these days that had half a million scans.',
  input: Input(customerQueryFilters),
  output: CustomerQueryFigures,
});
