import { sql as ksql } from 'kysely';
import { consumerScan } from '../../../../contract/querymanage/consumer-scan.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import { asTold, listOf } from '../../../platform/serve/declared-list.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import type { AskedCodes } from './asked-codes.ts';
import { scansMatching } from './scans-matching.ts';

export function serveCustomerQuery(services: Services, rules: RuleBook, asked: AskedCodes): void {
  serveList(services, { ...scanList(rules), admit: ({ code }, caller) => asked.admit(code, caller) });
}

export const scanList = (rules: RuleBook) =>
  listOf(consumerScan, {
    rows: (from, filters, within) =>
      scansMatching(from, rules, filters, within)
        .leftJoin('code_order as o', 'o.id', 's.order_id')
        .leftJoin('product as p', 'p.id', 's.product_id')
        .leftJoin('scan_place as l', (join) => join.onRef('l.code_id', '=', 's.code_id').onRef('l.nth', '=', 's.nth'))
        .selectAll('s')
        .select(['o.order_no', 'p.product_name', 'l.place', 'l.latitude', 'l.longitude']),
    heeds: 'all',
    sort: { scanned_at: ksql.ref('s.scanned_at') },
    defaultSort: '-scanned_at',
    tieBreak: ksql.ref('s.id'),
    present: (row) =>
      asTold(consumerScan, {
        ...row,
        id: String(row.id),
        latitude: row.latitude === null ? null : Number(row.latitude),
        longitude: row.longitude === null ? null : Number(row.longitude),
      }),
  });
