import type { PendingQuery, Row, Sql } from 'postgres';
import { isTime } from '../../../contract/thing/report.ts';
import { isOfEnterprise } from '../../platform/caller.ts';
import { areaOfRegion } from '../../platform/places/area-overlap.ts';
import { areaName } from '../../platform/places/areas.ts';
import { written } from './period.ts';
import type { Asked, Counted, Source } from './source.ts';

interface MarketParts {
  readonly sql: Sql;
  readonly timeZone: () => string;
}

/** What inspectors found, at the dealer that the goods were sold to. */
export const inspectionSource = (parts: MarketParts): Source => ({
  figures: ['inspected', 'found_normal', 'found_diverted', 'found_false'],
  counts: async (asked) => {
    const { sql } = parts;
    const rows = await grouped(parts, asked, {
      table: 'inspect_record',
      at: 'inspected_at',
      dealer: 'expected_dealer_id',
      // A province has the first two digits of its areas.
      region: sql`coalesce(rpad(left(area_code, 2), 6, '0'), '0')`,
      figures: sql`(values ('inspected', true), ('found_normal', verdict = 'normal'),
        ('found_diverted', verdict = 'suspected_diversion'), ('found_false', verdict in ('unknown', 'void')))`,
    });
    if (asked.group !== 'region' || rows === null) return rows;
    return rows.map(({ key, ...counted }) => ({ key: key === '0' ? key : areaName(key), ...counted }));
  },
});

/** What scans made suspicious, on the day on which it was told; but what was found to be a false alarm. */
export const warningSource = (parts: MarketParts): Source => ({
  figures: ['warned_diverted', 'warned_false', 'confirmed'],
  counts: async (asked) => {
    const { sql } = parts;
    const rows = await grouped(parts, asked, {
      table: 'consumer_warning',
      at: 'fired_at',
      dealer: 'dealer_id',
      region: sql`coalesce(nullif(split_part(region, ' ', 1), ''), '0')`,
      figures: sql`(values
        ('warned_diverted', rule = 'outside_area' and outcome is distinct from 'false_alarm'),
        ('warned_false', rule <> 'outside_area' and outcome is distinct from 'false_alarm'),
        ('confirmed', outcome is not null and outcome <> 'false_alarm'))`,
    });
    if (asked.group !== 'region' || rows === null) return rows;
    return rows.map(({ key, ...counted }) => ({ key: provinceNamed(key), ...counted }));
  },
});

/** The region data call some provinces by shorter names than areas do. */
function provinceNamed(name: string): string {
  const code = areaOfRegion({ province: name, city: '' });
  return code === undefined ? name : areaName(code);
}

interface MarketRows {
  readonly table: string;
  readonly at: string;
  readonly dealer: string;
  readonly region: PendingQuery<Row[]>;
  /** Each figure, and whether a row counts for it. */
  readonly figures: PendingQuery<Row[]>;
}

/** For people of the enterprise, whose inspections and warnings they are. */
async function grouped(
  { sql, timeZone }: MarketParts,
  { group, days: { from, to }, narrowed: { dealer, product }, caller }: Asked,
  rows: MarketRows,
): Promise<Counted[] | null> {
  if (!isOfEnterprise(caller.account)) return null;
  const zone = timeZone();
  const key =
    group !== 'all' && isTime(group)
      ? sql`to_char(${sql(rows.at)} at time zone ${zone}, ${written[group]})`
      : group === 'region'
        ? rows.region
        : sql`coalesce(${sql(group === 'dealer' ? rows.dealer : 'product_id')}, 0)::text`;
  return sql<Counted[]>`
    select ${key} as key, n.figure, count(*)::integer as quantity
    from ${sql(rows.table)}, lateral ${rows.figures} n (figure, counts)
    where n.counts
      and ${sql(rows.at)} >= ${from}::date::timestamp at time zone ${zone}
      and ${sql(rows.at)} < (${to}::date + 1)::timestamp at time zone ${zone}
      ${dealer === undefined ? sql`` : sql`and ${sql(rows.dealer)} = ${dealer}`}
      ${product === undefined ? sql`` : sql`and product_id = ${product}`}
    group by 1, 2`;
}
