import type { Sql } from 'postgres';

/** Scans counted by day, product, province and verdict. */
export interface ScanCount {
  readonly day: string;
  readonly product_id: number;
  readonly province: string;
  readonly verdict: string;
  readonly scanned: number;
}

/** Days that figures go back, today included. */
export const dayCount = 30;

/**
 * The counts of the last 30 days: finished days from `scan_day`, each counted from the scans the first time it is asked
 * for; today from the scans themselves. Days are those of the enterprise's zone.
 */
export async function scanDays(sql: Sql, zone: string): Promise<ScanCount[]> {
  const today = await closeDays(sql, zone);
  return sql<ScanCount[]>`
    select day::text, product_id, province, verdict, scanned from scan_day
    where day > ${today}::date - ${dayCount}::int and day < ${today}::date
    union all
    select ${today}, coalesce(product_id, 0), province, verdict, count(*) from consumer_scan
    where scanned_at >= ${today}::date::timestamp at time zone ${zone}
    group by 2, 3, 4`;
}

/** Counts the finished days that are not counted yet; answers today. */
async function closeDays(sql: Sql, zone: string): Promise<string> {
  const open = await openDays(sql, zone);
  if (open.missing.length > 0) {
    await sql.begin(async (transaction) => {
      // Servers take turns, and the later one finds nothing left to do.
      await transaction`select pg_advisory_xact_lock(hashtext('suyuan.scan_day'))`;
      const { missing } = await openDays(transaction as unknown as Sql, zone);
      for (const day of missing) {
        await transaction`
          insert into scan_day (day, product_id, province, verdict, scanned)
          select ${day}::date, coalesce(product_id, 0), province, verdict, count(*) from consumer_scan
          where scanned_at >= ${day}::date::timestamp at time zone ${zone}
            and scanned_at < (${day}::date + 1)::timestamp at time zone ${zone}
          group by 2, 3, 4`;
        await transaction`insert into scan_day_closed (day) values (${day}::date)`;
      }
    });
  }
  return open.today;
}

/**
 * Days since the first scan. A day is finished a minute after its end: no scan of it can still be on its way to the
 * database.
 */
async function openDays(sql: Sql, zone: string): Promise<{ today: string; missing: string[] }> {
  const [row] = await sql<{ today: string; missing: string[] }[]>`
    with now as (select (now() - interval '1 minute') at time zone ${zone} as moment)
    select moment::date::text as today,
      array(
        select d::date::text from generate_series(
          coalesce((select min(scanned_at) from consumer_scan) at time zone ${zone}, moment)::date, moment::date - 1,
          interval '1 day'
        ) d
        where d::date not in (select day from scan_day_closed)
      ) as missing
    from now`;
  return row as { today: string; missing: string[] };
}
