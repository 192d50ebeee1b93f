import { stopLosses } from '@suyuan/contract/plant/line/stop-reason.ts';
import { type Group, isTime } from '@suyuan/contract/thing/report.ts';
import { type RawBuilder, sql } from 'kysely';
import { keyFormats } from '../frame/period.ts';
import type { Counted, ReportQuery, Source } from '../frame/source.ts';

/**
 * The times of lines: those of their work orders by shift (`line_period`), and of their stops (`line_stop`). Busy time is that of the
 * orders without stops that were planned; a stop counts by the class of its reason.
 */
export const lineTimeSource: Source = {
  figures: ['order_seconds', 'busy_seconds', 'running_time', 'short_seconds', 'rated_seconds'],
  counts: async (query) => {
    if (query.group === 'stop_reason') return null;
    const key = keyIn(query.group, 'f');
    const rows = await narrowed(
      query.caller.db
        .selectFrom('line_period as f')
        .leftJoin('work_order as o', 'o.id', 'f.work_order_id')
        .leftJoin('team as t', 't.id', 'f.team_id')
        .where('f.shift_day', '>=', query.days.from)
        .where('f.shift_day', '<=', query.days.to),
      query,
    )
      .select([
        key.as('key'),
        sum(sql`extract(epoch from f.ends_at - f.begins_at)`).as('order_seconds'),
        sum(sql`f.running_seconds`).as('running_time'),
        sum(sql`f.short_seconds`).as('short_seconds'),
        sum(sql`case when f.nominal_speed is not null then f.running_seconds else 0 end`).as('rated_seconds'),
      ])
      .groupBy(key)
      .execute();
    const planned = await stopRows(query, { planned: ofLoss('planned') });
    return [
      ...rows.flatMap(({ key: at, ...sums }) => [
        ...Object.entries(sums).map(([figure, quantity]): Counted => ({ key: at, figure, quantity: Number(quantity) })),
        { key: at, figure: 'busy_seconds', quantity: Number(sums.order_seconds) },
      ]),
      ...planned.map(({ key: at, quantity }): Counted => ({ key: at, figure: 'busy_seconds', quantity: -quantity })),
    ];
  },
};

/** The times of stops by the class of their reasons, and their number. */
export const stopSource: Source = {
  figures: [
    ...stopLosses.map((loss) => `${loss}_seconds`),
    ...['unexplained_seconds', 'silent_seconds', 'stop_seconds', 'stops'],
  ],
  counts: (query) =>
    stopRows(query, {
      ...Object.fromEntries(stopLosses.map((loss) => [`${loss}_seconds`, ofLoss(loss)])),
      unexplained_seconds: sql`case when r.id is null then s.seconds else 0 end`,
      silent_seconds: sql`case when s.source = 'silent' then s.seconds else 0 end`,
      stop_seconds: sql`s.seconds`,
      stops: sql`1`,
    }),
};

const ofLoss = (loss: string) => sql`case when r.loss = ${loss} then s.seconds else 0 end`;

/** The units of the same time: made and good ones, and how long the made ones take at the nominal speed of their line. */
export const lineUnitsSource: Source = {
  figures: ['made_units', 'good_units', 'rejected_units', 'scrapped_units', 'nominal_seconds'],
  counts: async (query) => {
    if (query.group === 'stop_reason') return null;
    const key = keyIn(query.group, 'f');
    const of = (measures: readonly string[]) =>
      sum(sql`case when f.measure in (${sql.join(measures.map((one) => sql.lit(one)))}) then f.quantity else 0 end`);
    const rows = await narrowed(
      query.caller.db
        .selectFrom(unitsInPeriods(query).as('f'))
        .leftJoin('work_order as o', 'o.id', 'f.work_order_id')
        .leftJoin('team as t', 't.id', 'f.team_id'),
      query,
    )
      .select([
        key.as('key'),
        of(['bound']).as('made_units'),
        of(['rejected']).as('rejected_units'),
        of(['destroyed']).as('scrapped_units'),
        sum(
          sql`case when f.measure = 'bound' and f.nominal_speed is not null then f.quantity * 60.0 / f.nominal_speed else 0 end`,
        ).as('nominal_seconds'),
      ])
      .groupBy(key)
      .execute();
    return rows.flatMap(({ key: at, ...sums }) => {
      const [made, rejected, scrapped] = [sums.made_units, sums.rejected_units, sums.scrapped_units].map(Number);
      return [
        ...Object.entries(sums).map(([figure, quantity]): Counted => ({ key: at, figure, quantity: Number(quantity) })),
        { key: at, figure: 'good_units', quantity: (made as number) - (rejected as number) - (scrapped as number) },
      ];
    });
  },
};

/** What was made in shifts of which the time is known, on the line that it was made on. */
const unitsInPeriods = ({ caller: { db }, days: { from, to } }: ReportQuery) => {
  const figures = (table: 'figure' | 'figure_delta') =>
    db
      .selectFrom(table)
      .select(['work_order_id', 'team_id', 'shift_day', 'measure', 'quantity'])
      .where('measure', 'in', ['bound', 'rejected', 'destroyed'])
      .where('shift_day', '>=', from)
      .where('shift_day', '<=', to);
  const periods = db
    .selectFrom('line_period')
    .select((eb) => ['work_order_id', 'team_id', 'shift_day', eb.fn.min('line_id').as('line_id')])
    .select((eb) => eb.fn.max('nominal_speed').as('nominal_speed'))
    .where('shift_day', '>=', from)
    .where('shift_day', '<=', to)
    .groupBy(['work_order_id', 'team_id', 'shift_day']);
  return db
    .selectFrom(figures('figure').unionAll(figures('figure_delta')).as('u'))
    .innerJoin(periods.as('p'), (join) =>
      join
        .onRef('p.work_order_id', '=', 'u.work_order_id')
        .onRef('p.team_id', '=', 'u.team_id')
        .onRef('p.shift_day', '=', 'u.shift_day'),
    )
    .select(['u.work_order_id', 'u.team_id', 'u.shift_day', 'u.measure', 'u.quantity', 'p.line_id', 'p.nominal_speed']);
};

/** Amounts of stops, by their names, and by the key of their rows. */
async function stopRows(
  query: ReportQuery,
  amounts: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<Counted[]> {
  const key = query.group === 'stop_reason' ? sql<string>`coalesce(s.reason_id, 0)::text` : keyIn(query.group, 's');
  const rows = await narrowed(stopsIn(query), query, 's')
    .select(key.as('key'))
    .select(Object.entries(amounts).map(([figure, amount]) => sum(amount).as(figure)))
    .groupBy(key)
    .execute();
  return rows.flatMap(({ key: at, ...sums }) =>
    Object.entries(sums).map(([figure, quantity]) => ({ key: at, figure, quantity: Number(quantity) })),
  );
}

const stopsIn = ({ caller: { db }, days: { from, to } }: ReportQuery) =>
  db
    .selectFrom(
      db
        .selectFrom('line_stop')
        .select(['line_id', 'work_order_id', 'team_id', 'shift_day', 'reason_id', 'source'])
        .select(sql<number>`extract(epoch from line_stop.ends_at - line_stop.begins_at)`.as('seconds'))
        .where('void_at', 'is', null)
        .where('shift_day', '>=', from)
        .where('shift_day', '<=', to)
        .as('s'),
    )
    .leftJoin('stop_reason as r', 'r.id', 's.reason_id')
    .leftJoin('work_order as o', 'o.id', 's.work_order_id')
    .leftJoin('team as t', 't.id', 's.team_id');

const sum = (of: RawBuilder<unknown>) => sql<number>`sum(${of})`;

const columnsOf = (of: 'f' | 's') =>
  ({
    product: 'o.product_id',
    order: `${of}.work_order_id`,
    team: `${of}.team_id`,
    line: `${of}.line_id`,
    factory: 'o.factory_id',
  }) as const;

// biome-ignore lint/suspicious/noExplicitAny: the three queries have these columns in common, and nothing else
function narrowed<Query extends { where: any }>(
  rows: Query,
  { narrowed: by }: ReportQuery,
  of: 'f' | 's' = 'f',
): Query {
  const columns: Readonly<Record<string, string>> = columnsOf(of);
  return Object.entries(by).reduce<Query>((query, [name, id]) => query.where(columns[name], '=', id), rows);
}

/** The key of a row. */
function keyIn(group: Group | 'all', of: 'f' | 's'): RawBuilder<string> {
  if (group === 'all') return sql`'all'::text`;
  if (isTime(group)) return sql`to_char(${sql.ref(`${of}.shift_day`)}, ${sql.lit(keyFormats[group])})`;
  if (group === 'shift') return sql`coalesce(t.shift_start || '-' || t.shift_end, '0')`;
  return sql`coalesce(${sql.ref(columnsOf(of)[group as keyof ReturnType<typeof columnsOf>])}, 0)::text`;
}
