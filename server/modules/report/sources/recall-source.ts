import { isTime } from '@suyuan/contract/thing/report.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { writtenKey } from '../frame/period.ts';
import type { ReportQuery, Source } from '../frame/source.ts';

interface RecallFacts {
  readonly sql: Sql;
  readonly timeZone: () => string;
}

/** Units that dealers were told of by recalls in earnest, on the day of the notice, and those that they have accounted for. */
export const recallSource = ({ sql, timeZone }: RecallFacts): Source => ({
  figures: ['recalled', 'recall_accounted'],
  counts: async (query) => {
    const { days, group, narrowed, caller } = query;
    const isUnknown = group === 'reason' || group === 'warehouse' || narrowed.warehouse !== undefined;
    if (isUnknown || !isOfEnterprise(caller.account)) return null;
    const rows = await sql<{ key: string; told: number; accounted: number }[]>`
      select ${writtenKey(sql, group)} as key, safe_integer(sum(told)) as told, safe_integer(sum(accounted)) as accounted
      from (
        select ${keyIn(sql, query)} as key, l.units as told,
          l.on_hand + l.quarantined + l.returned + l.destroyed + coalesce(below.accounted, 0) as accounted
        from (
          select n.*, (n.created_at at time zone ${timeZone()}::text)::date as day from recall_notice n
          where n.parent_id is null and not n.drill and n.dealer_id is not null
        ) n
        join recall_notice_line l on l.notice_id = n.id
        left join (
          select parent_line_id, sum(on_hand + quarantined + returned + destroyed) as accounted from recall_notice_line
          where parent_line_id is not null group by 1
        ) below on below.parent_line_id = l.id
        where n.day between ${days.from}::date and ${days.to}::date
          ${narrowed.product === undefined ? sql`` : sql`and l.product_id = ${narrowed.product}`}
          ${narrowed.dealer === undefined ? sql`` : sql`and n.dealer_id = ${narrowed.dealer}`}
      ) counted
      group by 1`;
    return rows.flatMap(({ key, told, accounted }) => [
      { key, figure: 'recalled', quantity: told },
      { key, figure: 'recall_accounted', quantity: accounted },
    ]);
  },
});

/** The key of a row; for time it is the day, which is formatted after grouping. */
function keyIn(sql: Sql, { group }: ReportQuery) {
  if (group !== 'all' && isTime(group)) return sql`n.day`;
  if (group === 'product') return sql`l.product_id::text`;
  return group === 'dealer' ? sql`n.dealer_id::text` : sql`'0'`;
}
