import { type Selectable, sql } from 'kysely';
import {
  factoryPage,
  type OutFactory,
  outFactoryAdd,
  outFactoryDelete,
  outFactoryExport,
  outFactoryImport,
  outFactoryPage,
  outFactoryUpdate,
} from '../../../../contract/base/factory.ts';
import type { InputOf } from '../../../../contract/call.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { areaName, areaWords } from '../../../platform/places/areas.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { findsWords } from '../../../platform/records/search.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { named, orNull, presentKept, reach, requireArea } from '../fields.ts';

type FactoryRow = Selectable<Schema['factory']>;

/** External factories (委外客户); the enterprise's own are kept with production. */
export function serveOutsourcing(services: Services): void {
  serveList(services, {
    name: 'outsourcing',
    page: outFactoryPage,
    export: outFactoryExport,
    columns: [
      'factory_code',
      'factory_name',
      'contact',
      'phone',
      'area_name',
      'address',
      'licence_no',
      'remark',
      'status',
      'created_at',
      'updated_at',
    ],
    rows: (from, { keyword, status }) => {
      let rows = from.selectFrom('factory').selectAll().where('kind', '=', 'external');
      if (keyword) rows = rows.where(findsWords('factory', keyword));
      if (status) rows = rows.where('status', '=', status);
      return rows;
    },
    sort: {
      factory_code: sql.ref('factory_code'),
      factory_name: sql.ref('factory_name'),
      created_at: sql.ref('created_at'),
      updated_at: sql.ref('updated_at'),
    },
    defaultSort: '-created_at',
    tieBreak: sql.ref('id'),
    indexed: true,
    present: (row: FactoryRow): OutFactory => ({
      ...presentKept(row),
      area_name: row.area_code && areaName(row.area_code),
    }),
  });

  serveRecords(services, {
    table: 'factory',
    all: { kind: 'external' },
    add: outFactoryAdd,
    update: outFactoryUpdate,
    remove: outFactoryDelete,
    import: {
      list: 'outsourcing',
      call: outFactoryImport,
      words: { area_code: areaWords },
    },
    code: { field: 'factory_code', constraint: 'factory_code_key' },
    foundBy: ['factory_code', 'factory_name', 'contact', 'phone'],
    columns,
    enterpriseDecides: ['factory_code', 'factory_name', 'licence_no', 'remark', 'status'],
    check: requireArea,
    users: (db, id) => ({
      factory_has_warehouses: named(db.selectFrom('warehouse').where('factory_id', '=', id), 'warehouse_name'),
      factory_has_people: named(db.selectFrom('account').where('factory_id', '=', id), 'account_name'),
    }),
  });

  serveList(services, {
    name: 'outsourcing',
    page: factoryPage,
    rows: (from, { keyword, status }) => {
      let rows = from.selectFrom('factory').select(['id', 'factory_code', 'factory_name', 'kind', 'status']);
      if (keyword) rows = rows.where(findsWords('factory', keyword));
      if (status) rows = rows.where('status', '=', status);
      return rows;
    },
    sort: { factory_code: sql.ref('factory_code'), factory_name: sql.ref('factory_name') },
    defaultSort: 'factory_code',
    tieBreak: sql.ref('id'),
    present: (row: Pick<FactoryRow, 'id' | 'factory_code' | 'factory_name' | 'kind' | 'status'>) => row,
  });
}

function columns(input: InputOf<typeof outFactoryAdd>) {
  const { factory_code, factory_name, licence_no, remark, status } = input;
  return {
    factory_code: factory_code.trim(),
    factory_name: factory_name.trim(),
    ...reach(input),
    licence_no: orNull(licence_no),
    remark: orNull(remark),
    ...(status ? { status } : {}),
  };
}
