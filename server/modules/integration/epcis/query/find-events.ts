import type { EpcisEvent } from '#epcis/model/event.ts';
import type { Declarations } from '#epcis/model/namespaces.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import { conditionsOf } from './conditions.ts';
import type { PageEnd } from './page-token.ts';
import { badParameter, type Parameters, single, wholeNumber } from './parameters.ts';

/** The parameters that say how many events a query answers and in which order; the others are conditions. */
interface Bounds {
  readonly orderBy: 'event_time' | 'record_time' | undefined;
  readonly descends: boolean;
  readonly countLimit: number | undefined;
  readonly maxCount: number | undefined;
}

/** A page of what a query found. */
export interface EventPage {
  readonly events: readonly EpcisEvent[];
  /** Where it ended, if there is more. */
  readonly end: PageEnd | undefined;
}

export interface Asked {
  readonly parameters: Parameters;
  readonly perPage: number;
  readonly from: PageEnd | undefined;
  /** The prefixes of extensions that parameters name. */
  readonly extensions: Declarations;
  /** Only what this account captured; everything if undefined. */
  readonly onlyOf: number | undefined;
}

const most = 1_000_000;

function boundsOf(parameters: Parameters): { readonly bounds: Bounds; readonly conditions: Parameters } {
  const conditions = new Map(parameters);
  const take = <T>(name: string, read: (values: readonly string[]) => T): T | undefined => {
    const values = conditions.get(name);
    conditions.delete(name);
    return values && read(values);
  };
  const orders = { eventTime: 'event_time', recordTime: 'record_time' } as const;
  const orderBy = take('orderBy', (values) => {
    const field = single('orderBy', values);
    const column = Object.hasOwn(orders, field) ? orders[field as keyof typeof orders] : undefined;
    if (column === undefined) throw badParameter('orderBy', 'must be eventTime or recordTime');
    return column;
  });
  const direction = take('orderDirection', (values) => single('orderDirection', values)) ?? 'DESC';
  if (direction !== 'ASC' && direction !== 'DESC') throw badParameter('orderDirection', 'must be ASC or DESC');
  const countLimit = take('eventCountLimit', (values) => wholeNumber('eventCountLimit', values, most));
  const maxCount = take('maxEventCount', (values) => wholeNumber('maxEventCount', values, most));
  if (countLimit !== undefined && orderBy === undefined) throw badParameter('eventCountLimit', 'needs orderBy');
  if (countLimit !== undefined && maxCount !== undefined) {
    throw badParameter('maxEventCount', 'cannot be beside eventCountLimit');
  }
  return {
    bounds: { orderBy, descends: orderBy !== undefined && direction === 'DESC', countLimit, maxCount },
    conditions,
  };
}

/** Throws for parameters that no query may have, without asking anything. */
export function checkParameters(sql: Connection, parameters: Parameters, extensions: Declarations): void {
  conditionsOf(sql, boundsOf(parameters).conditions, extensions);
}

/** Finds a page of events (SimpleEventQuery, EPCIS 2.0, section 8.2.7.1). */
export async function findEvents(
  sql: Connection,
  { parameters, perPage, from, extensions, onlyOf }: Asked,
): Promise<EventPage> {
  const { bounds, conditions } = boundsOf(parameters);
  const { orderBy, descends, countLimit, maxCount } = bounds;
  const until = from?.until ?? (await lastNumber(sql));
  const where = [
    sql`e.id <= ${until}`,
    ...(onlyOf === undefined ? [] : [sql`e.account_id = ${onlyOf}`]),
    ...conditionsOf(sql, conditions, extensions),
  ];
  if (maxCount !== undefined && !from) await refuseBeyond(sql, where, maxCount);
  const left = countLimit === undefined ? perPage : Math.min(perPage, countLimit - (from?.count ?? 0));
  const rows = await sql<{ id: number; by: string | null; record_time: Date; event: EpcisEvent }[]>`
    select e.id, e.record_time, e.event, ${orderBy ? sql`${sql(`e.${orderBy}`)}::text` : sql`null`} as by
    from epcis_event e
    where ${allOf(sql, [...where, ...(from ? [afterEnd(sql, bounds, from)] : [])])}
    order by ${orderBy ? sql`${sql(`e.${orderBy}`)} ${direction(sql, descends)},` : sql``} e.id ${direction(sql, descends)}
    limit ${left + 1}`;
  const page = rows.slice(0, left);
  const last = page.at(-1);
  const count = (from?.count ?? 0) + page.length;
  const isLast = rows.length <= left || last === undefined || (countLimit !== undefined && count >= countLimit);
  return {
    // Who captured an event does not say when it was recorded.
    events: page.map(({ event, record_time }) => ({ ...event, recordTime: record_time.toISOString() })),
    end: isLast ? undefined : { after: [last.by, last.id], until, count },
  };
}

const direction = (sql: Connection, descends: boolean): Fragment => (descends ? sql`desc` : sql`asc`);

const allOf = (sql: Connection, conditions: readonly Fragment[]): Fragment =>
  sql`${conditions.map((one, at) => (at === 0 ? sql`(${one})` : sql` and (${one})`))}`;

/** What comes after the end of a page. */
function afterEnd(sql: Connection, { orderBy, descends }: Bounds, { after: [by, number] }: PageEnd): Fragment {
  if (!orderBy || by === null) return sql`e.id > ${number}`;
  const column = sql`${sql(`e.${orderBy}`)}`;
  return descends
    ? sql`(${column}, e.id) < (${by}::timestamptz, ${number}::bigint)`
    : sql`(${column}, e.id) > (${by}::timestamptz, ${number}::bigint)`;
}

async function lastNumber(sql: Connection): Promise<number> {
  const [row] = await sql<{ last: number }[]>`select last_value as last from epcis_event_id_seq`;
  return row?.last ?? 0;
}

async function refuseBeyond(sql: Connection, where: readonly Fragment[], maxCount: number): Promise<void> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from (select 1 from epcis_event e where ${allOf(sql, where)} limit ${maxCount + 1}) found`;
  if ((row?.n ?? 0) > maxCount) {
    throw new EpcisException('QueryTooLargeException', `The query finds more than ${maxCount} events (maxEventCount).`);
  }
}
