import { lineStop } from '@suyuan/contract/plant/line/line-stop.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { serveStopChanges } from './stop-changes.ts';
import { deriveLineTimes } from './time/line-times.ts';

/** How often stops are derived, in seconds. */
const period = 20;

/** Serves the stops of lines, which follow from heartbeats and events. */
export default function serveStops(services: Services, { workOrders }: SharedServices): void {
  serveDeclaredList(services, lineStop, {
    rows: stops,
    narrow: {
      keyword: heldIn(
        ...['l.line_code', 'l.line_name', 'o.order_no', 'r.reason_code', 'r.reason_name', 't.team_name'],
        ...['line_stop.note', 'line_stop.device_reason'],
      ),
      stop_status: (rows, status) => {
        if (status === 'void') return rows.where('line_stop.void_at', 'is not', null);
        return rows.where('line_stop.void_at', 'is', null).where('line_stop.goes_on', '=', status === 'going_on');
      },
      factory_id: (rows, id) => rows.where('w.factory_id', '=', id),
      product_id: (rows, id) => rows.where('o.product_id', '=', id),
      loss: (rows, loss) => rows.where('r.loss', '=', loss),
      has_reason: (rows, has) =>
        has
          ? rows.where('line_stop.reason_id', 'is not', null)
          : rows.where('line_stop.reason_id', 'is', null).where('line_stop.void_at', 'is', null),
      shift_from: (rows, day) => rows.where('line_stop.shift_day', '>=', day),
      shift_to: (rows, day) => rows.where('line_stop.shift_day', '<=', day),
    },
    sort: { seconds },
    defaultSort: '-begins_at',
    present: ({ given_name, ...row }) =>
      declaredRow(lineStop, {
        ...row,
        team_id: row.team_id || null,
        seconds: Number(row.seconds),
        stop_status: row.void_at ? 'void' : row.goes_on ? 'going_on' : 'over',
        state: row.state as never,
        given_by: given_name,
        given_by_id: row.given_by,
      }),
  });

  serveStopChanges(services);

  const parts = { sql: services.system.background.sql, timeZone: services.timeZone };
  services.sweeps.add({ sweep: () => deriveLineTimes({ ...parts, orders: workOrders.get() }) }, period);
}

const seconds = sql<number>`extract(epoch from line_stop.ends_at - line_stop.begins_at)::bigint`;

const stops = (db: Kysely<Schema>) =>
  db
    .selectFrom('line_stop')
    .leftJoin('production_line as l', 'l.id', 'line_stop.line_id')
    .leftJoin('workshop as w', 'w.id', 'l.workshop_id')
    .leftJoin('work_order as o', 'o.id', 'line_stop.work_order_id')
    .leftJoin('product as p', 'p.id', 'o.product_id')
    .leftJoin('team as t', 't.id', 'line_stop.team_id')
    .leftJoin('stop_reason as r', 'r.id', 'line_stop.reason_id')
    .leftJoin('account as giver', 'giver.id', 'line_stop.given_by')
    .selectAll('line_stop')
    .select([
      'l.line_name',
      'w.factory_id',
      'o.order_no as work_order_no',
      'p.product_name',
      't.team_name',
      'r.reason_name',
      'r.loss',
      'giver.name as given_name',
      seconds.as('seconds'),
      sql<string>`to_char(line_stop.shift_day, 'YYYY-MM-DD')`.as('shift_day'),
    ]);
