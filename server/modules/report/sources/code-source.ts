import { isOfEnterprise } from '#platform/caller.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { scannedBy } from '#scans/scan-days.ts';
import { keyFormats } from '../frame/period.ts';
import type { Source } from '../frame/source.ts';

interface Parts {
  readonly sql: Sql;
  readonly timeZone: () => string;
}

/** Ordered codes; only for people of the enterprise, which owns the orders. */
export const issuedSource = ({ sql, timeZone }: Parts): Source => ({
  figures: ['issued'],
  counts: async ({ days: { from, to }, group, narrowed: { product }, caller }) => {
    if (!isOfEnterprise(caller.account) || group === 'reason') return null;
    const zone = timeZone();
    const key =
      group === 'day' || group === 'week' || group === 'month'
        ? sql`to_char(created_at at time zone ${zone}, ${keyFormats[group]})`
        : sql`coalesce(product_id, 0)::text`;
    return sql<{ key: string; figure: string; quantity: number }[]>`
      select ${key} as key, 'issued' as figure, safe_integer(sum(quantity)) as quantity
      from code_order
      where created_at >= ${from}::date::timestamp at time zone ${zone}
        and created_at < (${to}::date + 1)::timestamp at time zone ${zone}
        ${product === undefined ? sql`` : sql`and product_id = ${product}`}
      group by 1`;
  },
});

/** Codes scanned by consumers: finished days from the stored counts, today from the scans. */
export const scannedSource = ({ sql, timeZone }: Parts): Source => ({
  figures: ['scanned'],
  counts: async ({ days: { from, to }, group, narrowed: { product }, caller }) => {
    if (!isOfEnterprise(caller.account) || group === 'reason') return null;
    const by = group === 'day' || group === 'week' || group === 'month' ? keyFormats[group] : 'product';
    const rows = await scannedBy(sql, timeZone(), { first: from, last: to }, by, { product_id: product });
    return rows.map(({ key, scanned }) => ({ key, figure: 'scanned', quantity: scanned }));
  },
});
