import { dashboard, defaultPeriod } from '@suyuan/contract/dashboard/figures.ts';
import { maySeeFigures } from '#platform/caller.ts';
import type { Services } from '#platform/services.ts';
import { dayBefore, lastDays, mostScannedProducts, type ScanCount, scansByDay } from '#scans/scan-days.ts';

const suspiciousVerdicts = new Set(['void', 'unknown', 'unbound']);
const topProducts = 10;

export default function serveDashboard({ system, routes, timeZone }: Services): void {
  const { sql } = system.enterprise;
  routes.serve(dashboard, async ({ days: dayCount = defaultPeriod }, { account }) => {
    const period = await lastDays(sql, timeZone(), dayCount);
    const days = Array.from({ length: dayCount }, (_, at) => dayBefore(period.last, dayCount - 1 - at));
    const mayScans = maySeeFigures(account, 'customerquery');
    const [issued, scans, products] = await Promise.all([
      maySeeFigures(account, 'records') ? issuedByDay(dayCount) : null,
      mayScans ? scansByDay(sql, timeZone(), period) : null,
      mayScans ? mostScannedProducts(sql, timeZone(), period, topProducts) : null,
    ]);
    const onDay = (counts: Map<string, number> | null, ago: number) => counts?.get(days.at(-1 - ago) as string) ?? 0;
    const figure = (counts: Map<string, number> | null) =>
      counts && { today: onDay(counts, 0), yesterday: onDay(counts, 1) };
    const dailyScans = scans && sumBy(scans, (scan) => scan.day);
    const suspicious =
      scans &&
      sumBy(
        scans.filter((scan) => suspiciousVerdicts.has(scan.verdict)),
        (scan) => scan.day,
      );
    return {
      issued: figure(issued),
      scanned: figure(dailyScans),
      suspicious: figure(suspicious),
      total: { issued: issued && (await allIssued()), scanned: scans && (await allScanned()) },
      days: days.map((day) => ({
        day,
        issued: issued && (issued.get(day) ?? 0),
        scanned: dailyScans && (dailyScans.get(day) ?? 0),
      })),
      provinces:
        scans &&
        ranked(
          sumBy(
            scans.filter(({ province }) => province !== ''),
            (scan) => scan.province,
          ),
        ).map(([province, count]) => ({ province, scanned: count })),
      verdicts:
        scans && ranked(sumBy(scans, (scan) => scan.verdict)).map(([verdict, count]) => ({ verdict, scanned: count })),
      products: products && (await withNames(products)),
    };
  });

  async function issuedByDay(count: number): Promise<Map<string, number>> {
    const rows = await sql<{ day: string; issued: number }[]>`
      select (created_at at time zone ${timeZone()})::date::text as day, safe_integer(sum(quantity)) as issued
      from code_order where created_at > now() - make_interval(days => ${count + 1}) group by 1`;
    return new Map(rows.map(({ day, issued }) => [day, issued]));
  }

  /** By the orders: rules also count what they skipped after a restore. */
  async function allIssued(): Promise<number> {
    const [row] = await sql<{ issued: number }[]>`
      select safe_integer(coalesce(sum(quantity), 0)) as issued from code_order`;
    return row?.issued ?? 0;
  }

  async function allScanned(): Promise<number> {
    const [row] = await sql<{ scanned: number }[]>`
      select (select safe_integer(coalesce(sum(scanned), 0)) from scan_day)
        + (select count(*) from consumer_scan
           where scanned_at >= ((now() - interval '1 minute') at time zone ${timeZone()})::date::timestamp at time zone ${timeZone()}) as scanned`;
    return row?.scanned ?? 0;
  }

  async function withNames(top: { product_id: number; scanned: number }[]) {
    const rows = await sql<{ id: number; product_name: string }[]>`
      select id, product_name from product where id = any(${top.map(({ product_id }) => product_id)}::bigint[])`;
    const names = new Map(rows.map((row) => [row.id, row.product_name]));
    return top.map(({ product_id, scanned }) => ({
      product_id,
      product_name: names.get(product_id) ?? '',
      scanned,
    }));
  }
}

function sumBy<Key>(scans: ScanCount[], key: (scan: ScanCount) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const scan of scans) sums.set(key(scan), (sums.get(key(scan)) ?? 0) + scan.scanned);
  return sums;
}

/** Sorts the largest sums first. */
const ranked = <Key>(sums: Map<Key, number>): [Key, number][] => [...sums].sort(([, a], [, b]) => b - a);
