import { stopReason } from '@suyuan/contract/plant/line/stop-reason.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { namesOf } from '#platform/records/in-use.ts';
import { referredAbove } from '#platform/references/references.ts';
import { requirePosition } from '#platform/references/tree.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { stopReasonTable } from './stop.table.ts';

/** The reasons of stops, a tree. */
export default function serveStopReasons(services: Services): void {
  serveThing(services, stopReason, {
    table: 'stop_reason',
    few: true,
    rows: stopReasons,
    present: (row) => declaredRow(stopReason, { ...row, stops: Number(row.stops) }),
    defaultSort: 'sort',
    foundBy: ['reason_code', 'reason_name'],
    check: async ({ input: { parent_id }, before, change }) =>
      requirePosition(change, 'stop_reason', before?.id as number | undefined, parent_id ?? null),
    parsers: { parent_id: referredAbove(stopReasonTable, ['parent_code', 'parent_name']) },
    users: (db, id) => ({
      stop_reason_has_reasons: namesOf(db.selectFrom('stop_reason').where('parent_id', '=', id), 'reason_name'),
      stop_reason_in_stops: namesOf(
        db
          .selectFrom('production_line')
          .where('id', 'in', db.selectFrom('line_stop').select('line_id').where('reason_id', '=', id)),
        'line_name',
      ),
    }),
  });
}

const stopReasons = (db: Kysely<Schema>) =>
  db
    .selectFrom('stop_reason')
    .leftJoin('stop_reason as parent', 'parent.id', 'stop_reason.parent_id')
    .selectAll('stop_reason')
    .select((eb) => [
      'parent.reason_code as parent_code',
      'parent.reason_name as parent_name',
      eb
        .selectFrom('line_stop as s')
        .whereRef('s.reason_id', '=', 'stop_reason.id')
        .where('s.void_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('stops'),
    ]);
