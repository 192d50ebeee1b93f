import {
  type CustomerQueryFigures,
  customerQueryFigures,
  scanGuessing,
} from '@suyuan/contract/querymanage/consumer-scan.ts';
import type { Kysely } from 'kysely';
import { regionName } from '#platform/areas/regions.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import type { Services } from '#platform/services.ts';
import { type CountFilters, dayBefore, dayCount, type ScanCount, scansByDay, todayIn } from '#scans/scan-days.ts';
import type { CodeFilter } from './code-filter.ts';
import { type ScanFilters, scansMatching } from './scans-matching.ts';

const maxDays = 366;
/** The most scans that are read if stored counts by day do not suffice. */
const maxRead = 500_000;
const suspicious = new Set(['unbound', 'void', 'unknown']);

/** The days of a period. `whole`: it begins and ends at midnight. */
interface Days {
  readonly first: string;
  readonly last: string;
  readonly whole: boolean;
}

/** Serves the trend and the map above the list of scans. */
export function serveScanFigures({ routes, system, timeZone }: Services, codeFilter: CodeFilter): void {
  const { sql } = system.enterprise;
  routes.serve(customerQueryFigures, async (input, caller) => {
    const { account, db } = caller;
    const filters: ScanFilters = { ...input, ...(await codeFilter.admit(input.code, caller)) };
    const zone = timeZone();
    const days = await daysOf(sql, zone, filters);
    // Counts by day do not include codes and devices, and only the enterprise may see them.
    const byDay = isOfEnterprise(account) && days.whole && isCountedByDay(filters);
    if (byDay) return figuresOf(await scansByDay(sql, zone, days, countedBy(filters)), days);
    const readableDays = filters.codeIds ? days : await readable(sql, zone, days, filters);
    return figuresOf(await counting(db, zone, readableDays, filters), readableDays);
  });
}

const isCountedByDay = ({ codeIds, city, device, told }: ScanFilters): boolean => !codeIds && !city && !device && !told;

async function daysOf(sql: Sql, zone: string, { from, to }: ScanFilters): Promise<Days> {
  const today = await todayIn(sql, zone);
  const [row] = await sql<{ first: string | null; last: string | null; whole: boolean }[]>`
    with period as (
      select ${from ?? null}::timestamptz at time zone ${zone} as since, ${to ?? null}::timestamptz at time zone ${zone} as until
    )
    select since::date::text as first, (until - interval '1 microsecond')::date::text as last,
      coalesce(since = since::date, true) and coalesce(until = until::date, true) as whole
    from period`;
  const { first, last: codeFilter, whole } = row as { first: string | null; last: string | null; whole: boolean };
  const last = codeFilter === null || codeFilter > today ? today : codeFilter;
  // Days are compared as texts.
  const earliest = dayBefore(last, maxDays - 1);
  if (first === null) return { first: dayBefore(last, dayCount - 1), last, whole };
  return { first: [first, earliest].toSorted()[1] as string, last, whole };
}

const countedBy = ({ verdict, product_id, province }: ScanFilters): CountFilters => ({
  verdict,
  product_id,
  province: province?.trim(),
});

/** The latest days with at most as many scans as are read, at least the last one. For a product there is an index. */
async function readable(sql: Sql, zone: string, days: Days, { product_id }: ScanFilters): Promise<Days> {
  const scans = new Map<string, number>();
  for (const count of await scansByDay(sql, zone, days, { product_id })) {
    scans.set(count.day, (scans.get(count.day) ?? 0) + count.scanned);
  }
  if (days.first > days.last) return days;
  let first = days.last;
  for (let sum = scans.get(first) ?? 0; first > days.first; ) {
    const before = dayBefore(first, 1);
    sum += scans.get(before) ?? 0;
    if (sum > maxRead) break;
    first = before;
  }
  return { ...days, first };
}

async function counting(
  db: Kysely<Schema>,
  zone: string,
  { first, last }: Days,
  filters: ScanFilters,
): Promise<ScanCount[]> {
  const day = ksql<string>`(s.scanned_at at time zone ${ksql.lit(zone)})::date::text`;
  const midnight = (date: string) => ksql<Date>`${date}::date::timestamp at time zone ${zone}`;
  return scansMatching(db, filters, (scans) => scans)
    .where('s.scanned_at', '>=', midnight(first))
    .where('s.scanned_at', '<', midnight(dayBefore(last, -1)))
    .select([day.as('day'), 's.province', 's.verdict', ksql<number>`count(*)`.as('scanned')])
    .groupBy([day, 's.province', 's.verdict'])
    .execute();
}

function figuresOf(counts: readonly ScanCount[], { first, last }: Days): CustomerQueryFigures {
  const days = new Map<string, { day: string; scanned: number; suspicious: number }>();
  for (let day = first; day <= last; day = dayBefore(day, -1)) days.set(day, { day, scanned: 0, suspicious: 0 });
  const provinces = new Map<string, number>();
  for (const { day, province, verdict, scanned } of counts) {
    const sum = days.get(day);
    if (!sum) continue;
    sum.scanned += scanned;
    if (suspicious.has(verdict)) sum.suspicious += scanned;
    if (province !== '') provinces.set(province, (provinces.get(province) ?? 0) + scanned);
  }
  const ranking = [...provinces].sort(([, a], [, b]) => b - a);
  return {
    first,
    last,
    days: [...days.values()],
    provinces: ranking.map(([province, scanned]) => ({ province, scanned })),
  };
}

const most = 100;

/** Serves the networks that guessed codes recently. */
export function serveScanGuessing({ routes, regions }: Services): void {
  routes.serve(scanGuessing, async (_, { db }) => {
    const rows = await db
      .selectFrom('scan_guessing')
      .selectAll()
      .where('last_at', '>', ksql<Date>`now() - interval '7 days'`)
      .orderBy('last_at', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ network, first_at, last_at, refused }) => ({
      network,
      region: regionName(regions.find(network.replace(/\/\d+$/, ''))),
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
      refused,
    }));
  });
}
