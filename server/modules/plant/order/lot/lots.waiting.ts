import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** The last of the finished work orders of each lot that is not released for the market, once no order makes more of it. */
export const lotsMade = (db: Kysely<Schema>) =>
  db
    .selectFrom('work_order')
    .innerJoin('lot', 'lot.id', 'work_order.lot_id')
    .where('work_order.status', 'in', ['finished', 'closed'])
    .where('lot.market_released_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('work_order as other')
            .select('other.id')
            .whereRef('other.lot_id', '=', 'work_order.lot_id')
            .where((eb) =>
              eb.or([
                eb('other.status', 'not in', ['finished', 'closed']),
                eb('other.id', '>', eb.ref('work_order.id')),
              ]),
            ),
        ),
      ),
    );

const since = sql<Date | null>`coalesce(lot.quality_released_at, work_order.finished_at)`;

/** Lots that wait to be released: for quality, then for the market, by another person. */
export const lotsToRelease = defineWaiting({
  name: 'lots_to_release',
  permission: 'orderlist:quality',
  screen: 'orderlist',
  query: { waits: 'lot_release' },
  due: sql<Date | null>`${since} + interval '1 hour' * ${dueWithin.lot_to_release}::integer`,
  items: {
    table: 'work_order',
    // Another order of the lot may be started or finished meanwhile.
    byTime: true,
    rows: lotsMade,
    what: sql<string>`lot.lot_no`,
    since,
    except: sql<number | null>`lot.quality_released_by`,
  },
});
