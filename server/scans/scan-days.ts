import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';

/** The number of scans by day, province and verdict. */
export interface ScanCount {
  readonly day: string;
  readonly province: string;
  readonly verdict: string;
  readonly scanned: number;
}

/** First and last day, both included. */
interface Days {
  readonly first: string;
  readonly last: string;
}

/** Filters for counts. */
export interface CountFilters {
  readonly product_id?: number | undefined;
  readonly verdict?: string | undefined;
  /** A prefix of the province. */
  readonly province?: string | undefined;
}

/** How many days figures cover by default, today included. */
export const dayCount = 30;

/** The last `count` days, today included. */
export async function lastDays(sql: Sql, zone: string, count: number): Promise<Days> {
  const last = await todayIn(sql, zone);
  return { first: dayBefore(last, count - 1), last };
}

/**
 * The counts of some days, in the enterprise's time zone: finished days from `scan_day`, which is filled from the scans when
 * first needed; today directly from the scans.
 */
export async function scansByDay(sql: Sql, zone: string, days: Days, filters: CountFilters = {}): Promise<ScanCount[]> {
  const today = await closeDays(sql, zone);
  return await sql<ScanCount[]>`
    select day::text, province, verdict, sum(scanned)::bigint as scanned
    from (${counted(sql, zone, { ...days, today }, filters)}) as counted
    group by 1, 2, 3`;
}

/** The counts of some days by product (0 if unknown), or by periods in the format of `to_char`. */
export async function scannedBy(
  sql: Sql,
  zone: string,
  days: Days,
  by: 'product' | 'YYYY-MM-DD' | 'IYYY-IW' | 'YYYY-MM',
  filters: CountFilters,
): Promise<{ key: string; scanned: number }[]> {
  const today = await closeDays(sql, zone);
  const key = by === 'product' ? sql`product_id::text` : sql`to_char(day, ${by})`;
  return await sql<{ key: string; scanned: number }[]>`
    select ${key} as key, sum(scanned)::bigint as scanned
    from (${counted(sql, zone, { ...days, today }, filters)}) as counted
    group by 1`;
}

/** The products that were scanned most on some days, most first. */
export async function mostScannedProducts(
  sql: Sql,
  zone: string,
  days: Days,
  most: number,
): Promise<{ product_id: number; scanned: number }[]> {
  const today = await closeDays(sql, zone);
  return await sql<{ product_id: number; scanned: number }[]>`
    select product_id, sum(scanned)::bigint as scanned
    from (${counted(sql, zone, { ...days, today }, {})}) as counted
    where product_id > 0
    group by 1 order by 2 desc, 1 limit ${most}`;
}

/** The day (`2026-01-31`) a number of days before another. */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** The current day in a time zone, by a clock that is a minute slow: scans of earlier days are all in the database by then. */
export async function todayIn(sql: Sql, zone: string): Promise<string> {
  const [row] = await sql<{ today: string }[]>`
    select ((now() - interval '1 minute') at time zone ${zone})::date::text as today`;
  return (row as { today: string }).today;
}

/** The scans of one product on each of the last days, oldest first, days without any included. */
export async function productScanDays(
  sql: Sql,
  zone: string,
  product: number,
): Promise<{ day: string; scanned: number }[]> {
  const today = await closeDays(sql, zone);
  return await sql<{ day: string; scanned: number }[]>`
    with counted as (
      select day, scanned from scan_day
      where product_id = ${product} and day between ${today}::date - ${dayCount - 1}::int and ${today}::date
      union all
      select ${today}::date, count(*) from consumer_scan
      where scanned_at >= ${today}::date::timestamp at time zone ${zone} and product_id = ${product}
    )
    select (${today}::date - ago)::text as day, coalesce(sum(scanned), 0)::bigint as scanned
    from generate_series(${dayCount - 1}::int, 0, -1) as ago left join counted on day = ${today}::date - ago
    group by ago order by ago desc`;
}

/** A query for counts by day, product, province and verdict. */
function counted(
  sql: Sql,
  zone: string,
  { first, last, today }: Days & { today: string },
  { product_id, verdict, province }: CountFilters,
) {
  const narrowed = sql`
    ${product_id ? sql`and product_id = ${product_id}` : sql``} ${verdict ? sql`and verdict = ${verdict}` : sql``}
    ${province ? sql`and starts_with(province, ${province})` : sql``}`;
  return sql`
    select day, product_id, province, verdict, scanned from scan_day
    where day between ${first}::date and ${last}::date and day < ${today}::date ${narrowed}
    union all
    select ${today}::date, coalesce(product_id, 0), province, verdict, count(*) from consumer_scan
    where scanned_at >= ${today}::date::timestamp at time zone ${zone} and ${today}::date between ${first}::date and ${last}::date
      ${narrowed}
    group by 2, 3, 4`;
}

/** Deletes all counts of finished days; they are counted again when needed. */
export async function forgetDays(sql: Sql): Promise<void> {
  await sql`delete from scan_day_closed`;
  await sql`delete from scan_day`;
}

/** Counts the finished days that are not in `scan_day` yet, and returns today. */
async function closeDays(sql: Sql, zone: string): Promise<string> {
  const open = await openDays(sql, zone);
  if (open.missing.length > 0) {
    await sql.begin(async (transaction) => {
      // On an old database, many days have to be counted the first time.
      await transaction`set local statement_timeout = '10min'`;
      // One server at a time; the others then find nothing left to do.
      await transaction`select pg_advisory_xact_lock(hashtext('suyuan.scan_day'))`;
      const { missing } = await openDays(transaction, zone);
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
 * The finished days since the first scan that were not counted yet. A day is finished a minute after its end, as in `todayIn`.
 */
async function openDays(sql: Connection, zone: string): Promise<{ today: string; missing: string[] }> {
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
