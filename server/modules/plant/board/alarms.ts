import { type AlarmKind, alarmKinds } from '@suyuan/contract/base/alarm-limits.ts';
import { minute } from '@suyuan/contract/durations.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import { madeOf } from '#trace/figures/figures.ts';
import { clockIn, shiftParts } from '#trace/figures/shift.ts';
import type { WorkOrders } from '#trace/services.ts';
import { keepMinutes, lastCounts, ratesOf } from './line-minutes.ts';
import { conditionOf, isHeard, latest, queueOf, type WatchedLine, watchedLines } from './watched-lines.ts';

interface Parts {
  readonly sql: Sql;
  readonly timeZone: () => string;
  readonly orders: () => Pick<WorkOrders, 'shifts'>;
}

/** What an alarm is about: minutes, events or per cent, over its limit. Undefined: there is nothing to tell. */
type Judged = Readonly<Record<AlarmKind, number | undefined>>;

/** What is known of a line besides its devices. */
interface LineFacts {
  /** Minutes for which it has stood, for no planned reason. */
  readonly standingMinutes: number | undefined;
  /** Its queue five minutes ago. */
  readonly queueBefore: number | undefined;
  /** Unit codes leased for its work order and not used yet; undefined if it leases none. */
  readonly codesLeft: number | undefined;
  readonly made: number;
  /** Units an hour. */
  readonly rate: number | undefined;
  readonly taken: number;
  readonly refused: number;
}

/** A share of refusals says nothing of fewer events. */
const fewestEvents = 20;

/**
 * What people are to be told of a line on which a work order runs while its team is on duty: each figure that is beyond its limit.
 */
function judge(line: WatchedLine, facts: LineFacts, now = Date.now()): Judged {
  const { limits, devices, order } = line;
  const beyond = (kind: AlarmKind, value: number | undefined) =>
    limits[kind] > 0 && value !== undefined && value >= limits[kind] ? Math.floor(value) : undefined;
  const seenAt = latest(devices.map(({ seen_at }) => seen_at));
  const isSilent = conditionOf(line) === 'silent' && seenAt !== null;
  const queue = queueOf(devices.filter(isHeard));
  const { codesLeft, rate, made, taken, refused, standingMinutes, queueBefore } = facts;
  // Codes that last to the end of the order are enough.
  const lasts = codesLeft !== undefined && order !== undefined && codesLeft >= order.planned - made;
  const minutesLeft = codesLeft === undefined || lasts || !rate ? undefined : (Math.max(0, codesLeft) / rate) * 60;
  const events = taken + refused;
  return {
    silent: isSilent ? beyond('silent', (now - seenAt.getTime()) / minute) : undefined,
    standing: isSilent ? undefined : beyond('standing', standingMinutes),
    queue: queueBefore === undefined || queue >= queueBefore ? beyond('queue', queue) : undefined,
    codes: minutesLeft !== undefined && minutesLeft < limits.codes ? Math.floor(minutesLeft) : undefined,
    refusals: events >= fewestEvents ? beyond('refusals', (refused / events) * 100) : undefined,
  };
}

/** Raises alarms of lines, each once, and clears those whose cause is over. Keeps the minutes from which rates follow, too. */
export class Alarms implements Sweeping {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async sweep(): Promise<void> {
    const { sql } = this.#parts;
    const ids = await sql<{ id: number }[]>`
      select line_id as id from order_run where ends_at is null
      union select line_id from line_alarm where cleared_at is null`;
    const lines = await watchedLines(
      sql,
      ids.map(({ id }) => id),
    );
    await keepMinutes(sql, lines);
    const facts = await factsOf(sql, lines);
    for (const line of lines) {
      const judged = line.order && (await this.#isOnDuty(line.order.id)) ? judge(line, facts(line)) : nothing;
      await keepAlarms(sql, line, judged);
    }
  }

  /** Nobody is to be called because a line rests at night. */
  async #isOnDuty(orderId: number): Promise<boolean> {
    const { sql, timeZone, orders } = this.#parts;
    const shifts = (await orders().shifts(sql, [orderId])).get(orderId) ?? [];
    const now = Date.now();
    return shiftParts(shifts, clockIn(timeZone()), { begins: now, ends: now + 1 })[0]?.onDuty === true;
  }
}

const nothing = Object.fromEntries(alarmKinds.map((kind) => [kind, undefined])) as Judged;

/** Reads what is known of lines; returns a function that looks it up by line. */
async function factsOf(sql: Connection, lines: readonly WatchedLine[]): Promise<(line: WatchedLine) => LineFacts> {
  const ids = lines.map(({ id }) => id);
  const orderIds = lines.flatMap(({ order }) => order?.id ?? []);
  const [made, counts, stops, queues, codes] = await Promise.all([
    madeOf(sql, orderIds),
    lastCounts(sql, ids),
    sql<{ line_id: number; minutes: number }[]>`
      select s.line_id, extract(epoch from now() - s.begins_at)::float8 / 60 as minutes
      from line_stop s left join stop_reason r on r.id = s.reason_id
      where s.line_id = any(${ids}::bigint[]) and s.goes_on and s.void_at is null and coalesce(r.loss, '') <> 'planned'`,
    sql<{ line_id: number; queue: number }[]>`
      select distinct on (line_id) line_id, queue from line_minute
      where line_id = any(${ids}::bigint[]) and queue is not null
        and minute between now() - interval '10 minutes' and now() - interval '5 minutes'
      order by line_id, minute desc`,
    codesLeft(sql, orderIds),
  ]);
  const orders = lines.flatMap(({ id, order }) =>
    order ? [[id, { id: order.id, made: made.get(order.id) ?? 0 }] as const] : [],
  );
  const rates = await ratesOf(sql, new Map(orders));
  const standing = new Map(stops.map(({ line_id, minutes }) => [line_id, minutes]));
  const queueBefore = new Map(queues.map(({ line_id, queue }) => [line_id, queue]));
  return ({ id, order }) => ({
    standingMinutes: standing.get(id),
    queueBefore: queueBefore.get(id),
    codesLeft: codes.get(order?.id ?? 0),
    made: made.get(order?.id ?? 0) ?? 0,
    rate: rates.get(id),
    ...(counts.get(id) ?? { taken: 0, refused: 0 }),
  });
}

/** Unit codes that were leased for work orders and neither returned nor used: put on products, scrapped or sampled as labels. */
async function codesLeft(sql: Connection, orderIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const ids = orderIds as number[];
  const rows = await sql<{ id: number; codes: number }[]>`
    select l.work_order_id as id, safe_integer(sum(l.last_id - l.first_id + 1 - l.returned) - coalesce((
        select sum(f.quantity) from (
          select quantity from figure
          where work_order_id = l.work_order_id and measure in ('bound', 'label_scrapped', 'label_sampled')
          union all
          select quantity from figure_delta
          where work_order_id = l.work_order_id and measure in ('bound', 'label_scrapped', 'label_sampled')
        ) f), 0)) as codes
    from code_lease l where l.work_order_id = any(${ids}::bigint[]) and l.level = 1
    group by l.work_order_id`;
  return new Map(rows.map(({ id, codes }) => [id, codes]));
}

async function keepAlarms(sql: Connection, { id, order, limits }: WatchedLine, judged: Judged): Promise<void> {
  const raised = await sql<{ id: number; kind: AlarmKind }[]>`
    select id, kind from line_alarm where line_id = ${id} and cleared_at is null`;
  for (const kind of alarmKinds) {
    const value = judged[kind];
    const open = raised.find((one) => one.kind === kind);
    if (value !== undefined && !open)
      await sql`
        insert into line_alarm (line_id, work_order_id, kind, value, limit_value)
        values (${id}, ${order?.id ?? null}, ${kind}, ${value}, ${limits[kind]})
        on conflict (line_id, kind) where cleared_at is null do nothing`;
    if (value === undefined && open) await sql`update line_alarm set cleared_at = now() where id = ${open.id}`;
  }
}
