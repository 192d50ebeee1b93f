import { type Kysely, sql as ksql } from 'kysely';
import type { Sql } from 'postgres';
import { type CustomerQueryFigures, customerQueryFigures } from '../../../contract/querymanage.ts';
import type { Schema } from '../../platform/schema.ts';
import type { Services } from '../../platform/services.ts';
import type { RuleBook } from '../trace/rule-book.ts';
import { dayBefore, dayCount, scansByDay, todayIn } from '../trace/scan-days.ts';
import { type ScanFilters, scansMatching } from './scans-matching.ts';

const mostDays = 366;
const suspicious = new Set(['unbound', 'void', 'unknown']);

interface Count {
  readonly day: string;
  readonly province: string;
  readonly verdict: string;
  readonly scanned: number;
}

/** The days a period covers. `whole`: it begins and ends with days. */
interface Days {
  readonly first: string;
  readonly last: string;
  readonly whole: boolean;
}

/** Trend and map over the list of scans. */
export function serveScanFigures({ routes, system: { sql }, timeZone }: Services, rules: RuleBook): void {
  routes.serve(customerQueryFigures, async (filters, { account, db }) => {
    const zone = timeZone();
    const days = await daysOf(sql, zone, filters);
    // Counted days tell neither codes nor devices, and belong to the enterprise.
    const byDay = account.account_type === 1 && days.whole && isCountedByDay(filters);
    const counts = byDay ? await counted(sql, zone, days, filters) : await counting(db, rules, zone, days, filters);
    return figuresOf(counts, days);
  });
}

const isCountedByDay = ({ code, city, device, told }: ScanFilters): boolean => !code && !city && !device && !told;

async function daysOf(sql: Sql, zone: string, { from, to }: ScanFilters): Promise<Days> {
  const today = await todayIn(sql, zone);
  const [row] = await sql<{ first: string | null; last: string | null; whole: boolean }[]>`
    with period as (
      select ${from ?? null}::timestamptz at time zone ${zone} as since, ${to ?? null}::timestamptz at time zone ${zone} as until
    )
    select since::date::text as first, (until - interval '1 microsecond')::date::text as last,
      coalesce(since = since::date, true) and coalesce(until = until::date, true) as whole
    from period`;
  const { first, last: asked, whole } = row as { first: string | null; last: string | null; whole: boolean };
  const last = asked === null || asked > today ? today : asked;
  // Days are texts, and in their order.
  const earliest = dayBefore(last, mostDays - 1);
  if (first === null) return { first: dayBefore(last, dayCount - 1), last, whole };
  return { first: [first, earliest].toSorted()[1] as string, last, whole };
}

async function counted(
  sql: Sql,
  zone: string,
  days: Days,
  { verdict, product_id, province }: ScanFilters,
): Promise<Count[]> {
  const counts = await scansByDay(sql, zone, days);
  const beginning = province?.trim();
  return counts.filter(
    (count) =>
      (!verdict || count.verdict === verdict) &&
      (!product_id || count.product_id === product_id) &&
      (!beginning || count.province.startsWith(beginning)),
  );
}

async function counting(
  db: Kysely<Schema>,
  rules: RuleBook,
  zone: string,
  { first, last }: Days,
  filters: ScanFilters,
): Promise<Count[]> {
  const day = ksql<string>`(s.scanned_at at time zone ${ksql.lit(zone)})::date::text`;
  const midnight = (date: string) => ksql<Date>`${date}::date::timestamp at time zone ${zone}`;
  return scansMatching(db, rules, filters)
    .where('s.scanned_at', '>=', midnight(first))
    .where('s.scanned_at', '<', midnight(dayBefore(last, -1)))
    .select([day.as('day'), 's.province', 's.verdict', ksql<number>`count(*)`.as('scanned')])
    .groupBy([day, 's.province', 's.verdict'])
    .execute();
}

function figuresOf(counts: readonly Count[], { first, last }: Days): CustomerQueryFigures {
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
  const ranked = [...provinces].sort(([, a], [, b]) => b - a);
  return {
    first,
    last,
    days: [...days.values()],
    provinces: ranked.map(([province, scanned]) => ({ province, scanned })),
  };
}
