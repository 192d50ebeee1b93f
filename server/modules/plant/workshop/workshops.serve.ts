import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { namesOf } from '#platform/records/in-use.ts';
import { referred } from '#platform/references/references.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { requireFactory } from '../factory/of-factory.ts';

/** Workshops, whose codes are unique in their factories. */
export default function serveWorkshops(services: Services): void {
  serveThing(services, workshop, {
    table: 'workshop',
    few: true,
    within: 'factory_id',
    rows: workshops,
    present: (row) => declaredRow(workshop, { ...row, lines: Number(row.lines) }),
    foundBy: ['workshop_code', 'workshop_name'],
    check: requireFactory,
    parsers: { factory_id: referred('factory', ['factory_code', 'factory_name']) },
    users: (db, id) => ({
      workshop_has_lines: namesOf(db.selectFrom('production_line').where('workshop_id', '=', id), 'line_name'),
    }),
  });
}

const workshops = (db: Kysely<Schema>) =>
  db
    .selectFrom('workshop')
    .leftJoin('factory as of_factory', 'of_factory.id', 'workshop.factory_id')
    .selectAll('workshop')
    .select((eb) => [
      // Never null: every workshop has a factory.
      sql.ref<string>('of_factory.factory_code').as('factory_code'),
      sql.ref<string>('of_factory.factory_name').as('factory_name'),
      eb
        .selectFrom('production_line as l')
        .whereRef('l.workshop_id', '=', 'workshop.id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('lines'),
    ]);
