import { alarmAcknowledge, lineAlarm } from '@suyuan/contract/plant/line/line-alarm.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';

/** Serves the alarms of lines with their history, and that somebody sees to one. */
export default function serveLineAlarms(services: Services): void {
  serveDeclaredList(services, lineAlarm, {
    rows: alarms,
    narrow: {
      factory_id: (rows, id) => rows.where('w.factory_id', '=', id),
      alarm_status: (rows, status) => {
        if (status === 'cleared') return rows.where('line_alarm.cleared_at', 'is not', null);
        const open = rows.where('line_alarm.cleared_at', 'is', null);
        return open.where('line_alarm.acknowledged_at', status === 'raised' ? 'is' : 'is not', null);
      },
      waits: (rows, waits) =>
        waits ? rows.where('line_alarm.cleared_at', 'is', null).where('line_alarm.acknowledged_at', 'is', null) : rows,
    },
    defaultSort: '-raised_at',
    present: ({ acknowledged_name, ...row }) =>
      declaredRow(lineAlarm, {
        ...row,
        alarm_status: row.cleared_at ? 'cleared' : row.acknowledged_at ? 'acknowledged' : 'raised',
        acknowledged_by: acknowledged_name,
        acknowledged_by_id: row.acknowledged_by,
      }),
  });

  services.routes.change(alarmAcknowledge, async ({ id, acknowledged, note }, { account }, change) => {
    await change.changing('line_alarm', id);
    const row = await change.db.selectFrom('line_alarm').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('line_alarm');
    if (acknowledged && row.acknowledged_at) throw conflict('alarm_acknowledged');
    if (!acknowledged && !row.acknowledged_at) throw conflict('alarm_not_acknowledged');
    await change.db
      .updateTable('line_alarm')
      .set({
        acknowledged_by: acknowledged ? account.id : null,
        acknowledged_at: acknowledged ? new Date() : null,
        note: note?.trim() || null,
      })
      .where('id', '=', id)
      .execute();
    return { id };
  });
}

const alarms = (db: Kysely<Schema>) =>
  db
    .selectFrom('line_alarm')
    .leftJoin('production_line as l', 'l.id', 'line_alarm.line_id')
    .leftJoin('workshop as w', 'w.id', 'l.workshop_id')
    .leftJoin('work_order as o', 'o.id', 'line_alarm.work_order_id')
    .leftJoin('account as person', 'person.id', 'line_alarm.acknowledged_by')
    .selectAll('line_alarm')
    .select(['l.line_name', 'w.factory_id', 'o.order_no as work_order_no', 'person.name as acknowledged_name']);
