import { minute } from '@suyuan/contract/durations.ts';
import { stopGiveReason } from '@suyuan/contract/plant/line/line-stop.ts';
import { type StopLoss, stopReason } from '@suyuan/contract/plant/line/stop-reason.ts';
import { Random } from '@suyuan/simulator/random.ts';
import { deriveLineTimes } from '#modules/plant/stop/time/line-times.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { WorkOrders } from '#trace/services.ts';
import type { CallServer } from '../filling/sample-account.ts';

type Reason = readonly [code: string, name: string, loss: StopLoss, above?: string];

const reasons: readonly Reason[] = [
  ['PLAN', '计划停机', 'planned'],
  ['CLEAR', '班后清场', 'planned', 'PLAN'],
  ['BREAK', '用餐休息', 'planned', 'PLAN'],
  ['SETUP', '换型调整', 'setup'],
  ['CHANGE', '换批换标', 'setup', 'SETUP'],
  ['FAILURE', '设备故障', 'failure'],
  ['JAM', '瓶子卡滞', 'failure', 'FAILURE'],
  ['LABELLER', '贴标机故障', 'failure', 'FAILURE'],
  ['PRINTER', '喷码机故障', 'failure', 'FAILURE'],
  ['WAIT', '等待', 'delay'],
  ['MATERIAL', '包材未到', 'delay', 'WAIT'],
  ['PEOPLE', '人员不足', 'delay', 'WAIT'],
  ['MINOR', '短暂停顿', 'minor'],
];

/** Why lines stand in the middle of a shift, as often as it happens. */
const usual = [
  'JAM',
  'JAM',
  'JAM',
  'LABELLER',
  'LABELLER',
  'MATERIAL',
  'MATERIAL',
  'PRINTER',
  'PEOPLE',
  'MINOR',
  'BREAK',
];

interface Parts {
  readonly call: CallServer;
  readonly sql: Sql;
  readonly timeZone: () => string;
  readonly orders: Pick<WorkOrders, 'shifts'>;
  readonly seed: number;
}

/** Adds the reasons of stops, derives those of the month, and gives them reasons; a few still wait for one. */
export async function explainStops({ call, seed, ...parts }: Parts): Promise<void> {
  const ids = new Map<string, number>();
  for (const [at, [reason_code, reason_name, loss, above]] of reasons.entries()) {
    const parent_id = above === undefined ? null : (ids.get(above) ?? null);
    ids.set(reason_code, (await call(stopReason.add, { reason_code, reason_name, loss, parent_id, sort: at })).id);
  }
  await deriveLineTimes(parts);
  const { sql } = parts;
  const periods = await sql<{ line_id: number; begins_at: Date; ends_at: Date }[]>`
    select line_id, begins_at, ends_at from line_period`;
  const edges = new Map(
    periods.flatMap((one) => [
      [edge(one.line_id, one.begins_at), 'CHANGE'],
      [edge(one.line_id, one.ends_at), 'CLEAR'],
    ]),
  );
  const stops = await sql<{ id: number; line_id: number; begins_at: Date; ends_at: Date }[]>`
    select id, line_id, begins_at, ends_at from line_stop where not goes_on order by line_id, begins_at`;
  const random = new Random(seed);
  const chosen = Map.groupBy(stops, ({ line_id, begins_at, ends_at }) => {
    const usualReason = random.pick(usual);
    const code = edges.get(edge(line_id, begins_at)) ?? edges.get(edge(line_id, ends_at)) ?? usualReason;
    // Nobody has said anything of some stops.
    return random.next() < 0.06 ? undefined : code;
  });
  for (const [code, some] of chosen) {
    if (code === undefined) continue;
    const given = some.map(({ id }) => id);
    for (let at = 0; at < given.length; at += most)
      await call(stopGiveReason, { ids: given.slice(at, at + most), reason_id: ids.get(code) as number });
  }
  // What is told of the past is not how the lines work now.
  await sql`delete from line_minute`;
  await sql`delete from line_alarm`;
  // People said so when the line ran again.
  await sql`
    update line_stop set given_at = ends_at + ${`${4 * minute} milliseconds`}::interval where given_at is not null`;
}

const most = 200;
const edge = (line: number, at: Date): string => `${line} ${at.getTime()}`;
