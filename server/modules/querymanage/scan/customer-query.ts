import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import type { Kysely, Selectable } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow, listOf, type Query } from '#platform/lists/declared-list.ts';
import { serveList } from '#platform/lists/list.ts';
import type { Services } from '#platform/services.ts';
import type { CodeFilter } from './code-filter.ts';
import { scansMatching } from './scans-matching.ts';

export function serveCustomerQuery(services: Services, asked: CodeFilter): void {
  serveList(services, { ...scanList, resolveFilters: ({ code }, caller) => asked.admit(code, caller) });
}

export const scanList = listOf(consumerScan, {
  rows: (from, filters, within): Query<ScanRow> =>
    scansMatching(from, filters, within)
      .leftJoin('code_order as o', 'o.id', 's.order_id')
      .leftJoin('product as p', 'p.id', 's.product_id')
      .selectAll('s')
      .select(['o.order_no', 'p.product_name']),
  handlesFilters: 'all',
  sort: { scanned_at: ksql.ref('s.scanned_at') },
  defaultSort: '-scanned_at',
  tieBreak: ksql.ref('s.id'),
  complete: withPlaces,
  completeExports: true,
  present: ({ told, ...row }) =>
    declaredRow(consumerScan, {
      ...row,
      id: String(row.id),
      place: told?.place ?? null,
      latitude: numberOf(told?.latitude),
      longitude: numberOf(told?.longitude),
    }),
});

/** Adds the places of purchase. Queried separately, since Citus would fetch the whole table for a join with found scans. */
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

interface ScanRow extends Selectable<Schema['consumer_scan']> {
  readonly order_no: string | null;
  readonly product_name: string | null;
  readonly told?: Pick<Selectable<Schema['scan_place']>, 'place' | 'latitude' | 'longitude'> | undefined;
}
