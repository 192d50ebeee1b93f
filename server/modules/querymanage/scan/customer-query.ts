import { sql as ksql } from 'kysely';
import { customerQueryExport, customerQueryPage } from '../../../../contract/querymanage/consumer-scan.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import { type List, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import type { AskedCodes } from './asked-codes.ts';
import { scansMatching } from './scans-matching.ts';

export function serveCustomerQuery(services: Services, rules: RuleBook, asked: AskedCodes): void {
  serveList(services, { ...scanList(rules), admit: ({ code }, caller) => asked.admit(code, caller) });
}

export const scanList = (rules: RuleBook): List<typeof customerQueryPage, ScanRow> => ({
  name: 'customerquery',
  page: customerQueryPage,
  export: customerQueryExport,
  columns: [
    'scanned_at',
    'code',
    'verdict',
    'nth',
    'order_no',
    'product_name',
    'country',
    'province',
    'city',
    'place',
    'ip',
    'device',
    'os',
    'browser',
  ],
  long: true,
  rows: (from, filters, within) =>
    scansMatching(from, rules, filters, within)
      .leftJoin('code_order as o', 'o.id', 's.order_id')
      .leftJoin('product as p', 'p.id', 's.product_id')
      .leftJoin('scan_place as l', (join) => join.onRef('l.code_id', '=', 's.code_id').onRef('l.nth', '=', 's.nth'))
      .selectAll('s')
      .select(['o.order_no', 'p.product_name', 'l.place', 'l.latitude', 'l.longitude']),
  sort: { scanned_at: ksql.ref('s.scanned_at') },
  defaultSort: '-scanned_at',
  tieBreak: ksql.ref('s.id'),
  present: (row: ScanRow) => ({
    id: String(row.id),
    scanned_at: row.scanned_at.toISOString(),
    code: row.code,
    verdict: row.verdict,
    nth: row.nth,
    order_no: row.order_no,
    product_id: row.product_id,
    product_name: row.product_name,
    country: row.country,
    province: row.province,
    city: row.city,
    place: row.place,
    latitude: row.latitude === null ? null : Number(row.latitude),
    longitude: row.longitude === null ? null : Number(row.longitude),
    ip: row.ip,
    device: row.device,
    os: row.os,
    browser: row.browser,
  }),
});

interface ScanRow {
  id: number;
  scanned_at: Date;
  code: string;
  verdict: 'genuine' | 'repeated' | 'unbound' | 'void' | 'unknown';
  nth: number;
  order_no: string | null;
  product_id: number | null;
  product_name: string | null;
  country: string;
  province: string;
  city: string;
  place: string | null;
  latitude: string | null;
  longitude: string | null;
  ip: string;
  device: string;
  os: string;
  browser: string;
}
