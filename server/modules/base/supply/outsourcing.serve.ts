import { factory, outFactory } from '@suyuan/contract/base/factory.ts';
import type { Selectable } from 'kysely';
import { areaName, areaParser, requireArea } from '#platform/areas/areas.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { findsWords } from '#platform/lists/search.ts';
import { namesOf } from '#platform/records/in-use.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { presentRow } from '../fields.ts';

type FactoryRow = Selectable<Schema['factory']>;

/** Serves external factories (委外客户); the enterprise's own are served by the branch of production. */
export default function serveOutsourcing(services: Services): void {
  serveThing(services, outFactory, {
    table: 'factory',
    all: { kind: 'external' },
    rows: (db) => db.selectFrom('factory').selectAll().where('kind', '=', 'external'),
    present: (row) => ({ ...presentRow(row), area_name: row.area_code && areaName(row.area_code) }),
    foundBy: ['factory_code', 'factory_name', 'contact', 'phone'],
    enterpriseDecides: ['factory_code', 'factory_name', 'licence_no', 'remark', 'status'],
    check: requireArea,
    parsers: { area_code: areaParser },
    users: (db, id) => ({
      factory_has_warehouses: namesOf(db.selectFrom('warehouse').where('factory_id', '=', id), 'warehouse_name'),
      has_certificates: namesOf(db.selectFrom('certificate').where('factory_id', '=', id), 'certificate_no'),
      factory_has_people: namesOf(db.selectFrom('account').where('factory_id', '=', id), 'account_name'),
    }),
  });

  serveDeclaredList(services, factory, {
    rows: (from) => from.selectFrom('factory').selectAll(),
    narrow: { keyword: (rows, words) => rows.where(findsWords('factory', words)) },
    defaultSort: 'factory_code',
    present: (row: FactoryRow) => declaredRow(factory, row),
  });
}
