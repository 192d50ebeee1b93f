import { type Kysely, sql as ksql, type Selectable } from 'kysely';
import { customerQueryExport, customerQueryPage } from '../../../../contract/querymanage/consumer-scan.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import type { Schema } from '../../../platform/database/schema.ts';
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
      .selectAll('s')
      .select(['o.order_no', 'p.product_name']),
  sort: { scanned_at: ksql.ref('s.scanned_at') },
  defaultSort: '-scanned_at',
  tieBreak: ksql.ref('s.id'),
  complete: withPlaces,
  completesFiles: true,
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
    place: row.told?.place ?? null,
    latitude: numberOf(row.told?.latitude),
    longitude: numberOf(row.told?.longitude),
    ip: row.ip,
    device: row.device,
    os: row.os,
    browser: row.browser,
  }),
});

/** Where the codes were bought, as far as it was told. A cluster would join it to found scans by fetching all of it. */
async function withPlaces(rows: ScanRow[], db: Kysely<Schema>): Promise<ScanRow[]> {
  if (rows.length === 0) return rows;
  const told = await db
    .selectFrom('scan_place')
    .select(['code_id', 'nth', 'place', 'latitude', 'longitude'])
    .where('code_id', 'in', [...new Set(rows.map(({ code_id }) => code_id))])
    .where('nth', 'in', [...new Set(rows.map(({ nth }) => nth))])
    .execute();
  const key = ({ code_id, nth }: Pick<ScanRow, 'code_id' | 'nth'>) => `${code_id} ${nth}`;
  const places = new Map(told.map((one) => [key(one), one]));
  return rows.map((row) => ({ ...row, told: places.get(key(row)) }));
}

const numberOf = (text: string | null | undefined): number | null => (text == null ? null : Number(text));

interface ScanRow {
  id: number;
  code_id: number;
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
  told?: Pick<Selectable<Schema['scan_place']>, 'place' | 'latitude' | 'longitude'> | undefined;
}
