import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { verdicts } from '../consumer/scan.ts';
import { languages } from '../languages.ts';
import { Code, Id, Input, Moment, NoInput, RequiredCode, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList } from '../thing/thing.ts';
import { filtersOf, optional, periodIn, readOnly } from '../thing/thing-fields.ts';

export const consumerScan = defineList({
  key: 'customerquery',
  table: 'consumer_scan',
  parties: 'nothing',
  path: '/api/querymanage/customerquery',
  long: true,
  fields: {
    id: readOnly(Type.String(), { exported: false }),
    scanned_at: readOnly(Moment(), { sort: true }),
    /** The code as requested. */
    code: readOnly(Type.String(), { filter: Code() }),
    verdict: readOnly(Type.Enum([...verdicts]), { filter: true }),
    period: periodIn('scanned_at'),
    /** The number of this scan among the scans of the code, from 1. */
    nth: readOnly(Type.Integer()),
    product_id: optional(Id(), { filter: true, exported: false }),
    product_name: optional(Type.String(), names('product', 'product_id')),
    order_no: optional(Type.String()),
    country: readOnly(Type.String()),
    /** The filter matches the beginning: 江苏 finds 江苏省. Cities likewise. */
    province: readOnly(Type.String(), { filter: Text(32) }),
    city: readOnly(Type.String(), { filter: Text(32) }),
    /** Where the consumer says that the product was bought. */
    place: optional(Type.String()),
    /** Whether the consumer told a place. */
    told: readOnly(Type.Enum(['yes', 'no']), { filter: true, row: null }),
    /** In degrees, rounded to a hundredth. */
    latitude: optional(Type.Number(), { exported: false }),
    longitude: optional(Type.Number(), { exported: false }),
    /** The IP address; only its network (`203.0.113.0/24`) once the scan is old, and empty if none is stored. */
    ip: readOnly(Type.String()),
    /** The filter matches any part of device, system or browser. */
    device: readOnly(Type.String(), { filter: Text(64) }),
    os: readOnly(Type.String()),
    browser: readOnly(Type.String()),
  },
  summaries: { page: "List consumers' queries, newest first." },
});

export const scanGuessing = defineCall({
  method: 'GET',
  path: '/api/querymanage/customerquery/guessing',
  access: ['customerquery'],
  parties: 'enterprise',
  summary: 'List the networks blocked for querying unknown codes in the last seven days, newest first.',
  input: NoInput(),
  output: Type.Array(
    Type.Object({
      network: Type.String(),
      region: Type.String(),
      first_at: Type.String(),
      last_at: Type.String(),
      /** How often the network was refused. */
      refused: Type.Integer(),
    }),
  ),
});

export const CustomerQueryFigures = Type.Object({
  /** The first and last day counted, as `2026-01-31` in the enterprise's time zone. */
  first: Type.String(),
  last: Type.String(),
  /** Every day of the period, oldest first. Suspicious: the verdict was void, unknown or unbound. */
  days: Type.Array(Type.Object({ day: Type.String(), scanned: Type.Integer(), suspicious: Type.Integer() })),
  /** Scans by province, in descending order. */
  provinces: Type.Array(Type.Object({ province: Type.String(), scanned: Type.Integer() })),
});
export type CustomerQueryFigures = Type.Static<typeof CustomerQueryFigures>;

export const customerQueryFigures = defineCall({
  method: 'GET',
  path: '/api/querymanage/customerquery/figures',
  access: ['customerquery'],
  parties: 'enterprise',
  summary:
    'Get the number of queries that match the filters, by day and by province: over the last 366 days of the requested ' +
    'period at most, or over the last 30 days. By city, device or place, over the most recent of these days with up to ' +
    'half a million queries.',
  input: Input(filtersOf(consumerScan.fields)),
  output: CustomerQueryFigures,
});

export const customerInquire = defineCall({
  method: 'POST',
  path: '/api/querymanage/customerinquire/look',
  effect: 'none',
  access: ['customerinquire'],
  traced: true,
  summary: 'Preview the page that a consumer would see for a code now. Nothing is recorded or counted.',
  input: Input({ code: RequiredCode(), language: Type.Enum([...languages]) }),
  output: Type.Object({ html: Type.String() }),
});
