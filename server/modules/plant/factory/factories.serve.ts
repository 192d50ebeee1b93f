import type { InputOf } from '@suyuan/contract/call/call.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import type { Kysely } from 'kysely';
import { areaName, areaParser, areaProblems } from '#platform/areas/areas.ts';
import { placeGlnColumns, placeGlnProblems } from '#platform/areas/gln-rules.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { namesOf } from '#platform/records/in-use.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { isThere, referred } from '#platform/references/references.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';

/** The enterprise's own factories; external ones are kept as outsourcing customers. */
export default function serveFactories(services: Services): void {
  serveThing(services, factory, {
    table: 'factory',
    all: { kind: 'own' },
    rows: factories,
    present: (row) =>
      declaredRow(factory, { ...row, area_name: row.area_code && areaName(row.area_code), people: Number(row.people) }),
    foundBy: ['factory_code', 'factory_name', 'gln', 'contact', 'phone'],
    enterpriseDecides: ['factory_code', 'factory_name', 'status', 'gln', 'gln_extension', 'warehouse_id', 'remark'],
    check: requireRight,
    columns: placeGlnColumns,
    parsers: { area_code: areaParser, warehouse_id: referred('warehouse', ['warehouse_code', 'warehouse_name']) },
    users: (db, id) => ({
      has_certificates: namesOf(db.selectFrom('certificate').where('factory_id', '=', id), 'certificate_no'),
      factory_has_workshops: namesOf(db.selectFrom('workshop').where('factory_id', '=', id), 'workshop_name'),
      factory_has_teams: namesOf(db.selectFrom('team').where('factory_id', '=', id), 'team_name'),
      factory_has_warehouses: namesOf(db.selectFrom('warehouse').where('factory_id', '=', id), 'warehouse_name'),
      factory_has_people: namesOf(db.selectFrom('account').where('factory_id', '=', id), 'account_name'),
    }),
  });
}

const factories = (db: Kysely<Schema>) =>
  db
    .selectFrom('factory')
    .leftJoin('warehouse as goods', 'goods.id', 'factory.warehouse_id')
    .where('factory.kind', '=', 'own')
    .selectAll('factory')
    .select((eb) => [
      'goods.warehouse_code',
      'goods.warehouse_name',
      eb
        .selectFrom('account as a')
        .whereRef('a.factory_id', '=', 'factory.id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('people'),
    ]);

type FactoryInput = InputOf<typeof factory.add>;

/** Checks what the schema of a factory cannot: area, GLN and warehouse. Throws 400. */
async function requireRight({ input, before, change }: Saving<FactoryInput>): Promise<void> {
  const { warehouse_id } = input;
  const problems = [...areaProblems(input), ...placeGlnProblems(input)];
  // Only a new choice is checked: the factory's own people need not see a warehouse that the enterprise has chosen.
  if (warehouse_id && warehouse_id !== before?.warehouse_id && !(await isThere(change, 'warehouse', warehouse_id))) {
    problems.push({ path: 'warehouse_id', reason: 'no_such', params: { value: warehouse_id } });
  }
  if (problems.length > 0) throw badInput(...problems);
}
