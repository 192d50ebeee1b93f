import { isTime } from '@suyuan/contract/thing/report.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { writtenKey } from '../frame/period.ts';
import type { Source } from '../frame/source.ts';

interface Parts {
  readonly sql: Sql;
  readonly timeZone: () => string;
}

/** Quality holds by the day on which they began, and for how long they have held their goods until now. One may hold several products. */
export const holdSource = ({ sql, timeZone }: Parts): Source => ({
  figures: ['holds', 'holds_open', 'hold_days'],
  ownTotal: true,
  counts: async ({ days: { from, to }, group, narrowed: { product }, caller }) => {
    if (!isOfEnterprise(caller.account)) return null;
    const zone = timeZone();
    const products = sql`select l.product_id from hold h join lot l on l.id = h.lot_id where h.quality_hold_id = q.id`;
    const key = () => {
      if (group !== 'all' && isTime(group)) return sql`(q.created_at at time zone ${zone})::date`;
      if (group === 'product') return sql`coalesce(p.product_id, 0)::text`;
      return group === 'reason' ? sql`q.reason` : sql`'0'`;
    };
    const rows = await sql<{ key: string; holds: number; holds_open: number; hold_days: number }[]>`
      select ${writtenKey(sql, group)} as key, count(*)::int as holds, count(*) filter (where released_at is null)::int as holds_open,
        safe_integer(sum(round(extract(epoch from coalesce(released_at, now()) - created_at) / 86400))) as hold_days
      from (
        select ${key()} as key, q.created_at, q.released_at
        from quality_hold q
        ${group === 'product' ? sql`left join lateral (select distinct product_id from (${products}) of) p on true` : sql``}
        where q.created_at >= ${from}::date::timestamp at time zone ${zone}
          and q.created_at < (${to}::date + 1)::timestamp at time zone ${zone}
          ${product === undefined ? sql`` : sql`and ${product} in (${products})`}
          ${product === undefined || group !== 'product' ? sql`` : sql`and p.product_id = ${product}`}
      ) held
      group by 1`;
    return rows.flatMap(({ key: at, ...figures }) =>
      Object.entries(figures).map(([figure, quantity]) => ({ key: at, figure, quantity })),
    );
  },
});
