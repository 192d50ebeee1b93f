import { sql as ksql } from 'kysely';
import { customerQueryExport, customerQueryPage } from '../../../contract/querymanage.ts';
import { serveList } from '../../platform/list.ts';
import type { Services } from '../../platform/services.ts';
import type { RuleBook } from '../trace/rule-book.ts';

export function serveCustomerQuery(services: Services, rules: RuleBook): void {
  serveList(services, {
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
      'ip',
      'device',
      'os',
      'browser',
    ],
    rows: (from, { code, verdict, product_id, province, from: since, to }) => {
      let rows = from
        .selectFrom('consumer_scan as s')
        .leftJoin('code_order as o', 'o.id', 's.order_id')
        .leftJoin('product as p', 'p.id', 's.product_id')
        .selectAll('s')
        .select(['o.order_no', 'p.product_name']);
      if (code) {
        // A code of ours is looked up by its id, which is what the table is keyed by.
        const known = rules.recognise(code);
        rows = known ? rows.where('s.code_id', '=', known.id) : rows.where('s.code', '=', code);
      }
      if (verdict) rows = rows.where('s.verdict', '=', verdict);
      if (product_id) rows = rows.where('s.product_id', '=', product_id);
      if (province) rows = rows.where('s.province', '=', province);
      if (since) rows = rows.where('s.scanned_at', '>=', new Date(since));
      if (to) rows = rows.where('s.scanned_at', '<', new Date(to));
      return rows;
    },
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
      ip: row.ip,
      device: row.device,
      os: row.os,
      browser: row.browser,
    }),
  });
}

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
  ip: string;
  device: string;
  os: string;
  browser: string;
}
