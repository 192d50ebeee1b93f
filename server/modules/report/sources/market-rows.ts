import { isTime } from '@suyuan/contract/thing/report.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Fragment, Sql } from '#platform/database/driver/sql.ts';
import { writtenKey } from '../frame/period.ts';
import type { Counted, ReportQuery } from '../frame/source.ts';

/** Rows about the market: warnings, inspections and sightings, each with a dealer, a lot and a province. */

export interface MarketParts {
  readonly sql: Sql;
  readonly timeZone: () => string;
}

export type Piece = Fragment;

/** The table and columns of such rows. */
export interface MarketRows {
  readonly table: 'inspect_record' | 'consumer_warning' | 'market_sighting' | 'inspect_case';
  /** The column with the time or the day. */
  readonly at: string;
  readonly dealer: string;
  /** The result of a row, for those that have one. */
  readonly outcome?: Piece;
  /** What of several rows counts once, and which row it is that counts. */
  readonly once?: { readonly of: Piece; readonly first: Piece };
  /** The figures, each with SQL for how much a row `r` contributes. */
  readonly figures: Readonly<Record<string, Piece>>;
}

/** Counts 1 for rows that satisfy a condition. */
export const counts = (sql: Sql, condition: Piece): Piece => sql`(${condition})::int`;

/** Counts rows by group; null for parties, since the rows belong to the enterprise. */
export async function grouped(parts: MarketParts, query: ReportQuery, rows: MarketRows): Promise<Counted[] | null> {
  if (!isOfEnterprise(query.caller.account)) return null;
  if (query.group === 'outcome' && !rows.outcome) return [];
  const { sql } = parts;
  const names = Object.keys(rows.figures);
  const sums = Object.entries(rows.figures).map(([name, count]) => sql`, sum(${count}) as ${sql(name)}`);
  const counts = await sql<({ key: string } & Record<string, string | number>)[]>`
    select ${writtenKey(sql, query.group)} as key
      ${names.map((name) => sql`, safe_integer(sum(${sql(name)})) as ${sql(name)}`)}
    from (
      select ${keyOf(parts, query, rows)} as key ${sums}
      from ${rowsOf(parts, query, rows)} group by 1
    ) counted
    group by 1`;
  return counts.flatMap((row) =>
    names.flatMap((figure) => {
      const quantity = Number(row[figure]);
      return quantity > 0 ? [{ key: row.key, figure, quantity }] : [];
    }),
  );
}

/** The rows `r` that are asked for; of those that stand for the same, one. */
export function rowsOf(parts: MarketParts, query: ReportQuery, rows: MarketRows): Piece {
  const { sql } = parts;
  const all = sql`from ${sql(rows.table)} r where ${within(parts, query, rows)}`;
  if (!rows.once) return sql`(select r.* ${all}) r`;
  const { of, first } = rows.once;
  return sql`(select distinct on (${of}) r.* ${all} order by ${of}, ${first}) r`;
}

/** The key of a row; for time it is the day, which is formatted after grouping. */
function keyOf({ sql, timeZone }: MarketParts, { group }: ReportQuery, { at, dealer, outcome }: MarketRows): Piece {
  if (group === 'outcome' && outcome) return outcome;
  const column = (name: string) => sql`coalesce(${sql(`r.${name}`)}, 0)::text`;
  const province = sql`coalesce(r.province, '0')`;
  if (group === 'all') return sql`'0'`;
  if (isTime(group)) return at === 'day' ? sql`r.day` : sql`(${sql(`r.${at}`)} at time zone ${timeZone()})::date`;
  if (group === 'region') return province;
  if (group === 'route') return sql`${column(dealer)} || '-' || ${province}`;
  return column(group === 'dealer' ? dealer : group === 'lot' ? 'lot_id' : 'product_id');
}

/** The condition for the period and the filters. */
function within({ sql, timeZone }: MarketParts, { days, narrowed }: ReportQuery, { at, dealer }: MarketRows): Piece {
  const zone = timeZone();
  const onDays =
    at === 'day'
      ? sql`r.day between ${days.from} and ${days.to}`
      : sql`${sql(`r.${at}`)} >= ${days.from}::date::timestamp at time zone ${zone}
          and ${sql(`r.${at}`)} < (${days.to}::date + 1)::timestamp at time zone ${zone}`;
  const only = (name: string, id: number | undefined) =>
    id === undefined ? sql`` : sql`and ${sql(`r.${name}`)} = ${id}`;
  return sql`${onDays} ${only(dealer, narrowed.dealer)} ${only('product_id', narrowed.product)}
    ${only('lot_id', narrowed.lot)} ${narrowed.region === undefined ? sql`` : sql`and r.province = ${`${narrowed.region}`}`}`;
}
