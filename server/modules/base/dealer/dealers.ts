import { sql } from 'kysely';
import {
  dealerAdd,
  dealerDelete,
  dealerExport,
  dealerImport,
  dealerInfo,
  dealerList,
  dealerPage,
  dealerUpdate,
} from '../../../../contract/base/dealer.ts';
import type { InputOf } from '../../../../contract/call.ts';
import { spelled } from '../../../platform/imports/columns.ts';
import { areaWords } from '../../../platform/places/areas.ts';
import type { Saving } from '../../../platform/records/record-rules.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { findsWords } from '../../../platform/records/search.ts';
import { requirePlace } from '../../../platform/records/tree.ts';
import { badInput, notFound } from '../../../platform/refusal.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { areaProblems, named, orNull, reach } from '../fields.ts';
import { referredAbove } from '../references.ts';
import { areasFrom, areasOf, changesAreas, inArea, keepAreas, overlaps, unknownAreas } from './dealer-areas.ts';
import { type DealerRow, dealers, presentDealer } from './dealer-rows.ts';
import { presentShipTo, shipToRows } from './ship-to.ts';

type DealerInput = InputOf<typeof dealerAdd>;

const mostListed = 500;

export function serveDealers(services: Services): void {
  const { routes } = services;

  serveList(services, {
    name: 'dealer',
    page: dealerPage,
    export: dealerExport,
    columns: [
      'dealer_code',
      'dealer_name',
      'dealer_level',
      'parent_code',
      'parent_name',
      'area_of_sale',
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
    rows: (from, { keyword, dealer_level, parent_id, sells_in, status }) => {
      let rows = dealers(from);
      if (keyword) rows = rows.where(findsWords('dealer', keyword));
      if (dealer_level) rows = rows.where('dealer.dealer_level', '=', dealer_level);
      if (parent_id) rows = rows.where('dealer.parent_id', '=', parent_id);
      if (status) rows = rows.where('dealer.status', '=', status);
      if (sells_in) rows = rows.where((eb) => inArea(eb, sells_in));
      return rows;
    },
    sort: {
      dealer_code: sql.ref('dealer.dealer_code'),
      dealer_name: sql.ref('dealer.dealer_name'),
      dealer_level: sql.ref('dealer.dealer_level'),
      created_at: sql.ref('dealer.created_at'),
      updated_at: sql.ref('dealer.updated_at'),
    },
    defaultSort: '-created_at',
    tieBreak: sql.ref('dealer.id'),
    indexed: true,
    present: (row: DealerRow) => presentDealer(row),
  });

  serveRecords(services, {
    table: 'dealer',
    add: dealerAdd,
    update: dealerUpdate,
    remove: dealerDelete,
    import: {
      list: 'dealer',
      call: dealerImport,
      words: {
        parent_id: referredAbove('dealer', ['parent_code', 'parent_name']),
        areas: { columns: ['area_of_sale'], read: spelled(areasFrom) },
        area_code: areaWords,
      },
    },
    code: { field: 'dealer_code', constraint: 'dealer_code_key' },
    foundBy: ['dealer_code', 'dealer_name', 'contact', 'phone'],
    columns,
    enterpriseDecides: ['dealer_code', 'dealer_name', 'dealer_level', 'parent_id', 'licence_no', 'remark', 'status'],
    check: requireRight,
    parts: areasOf,
    keep: keepAreas,
    answer: async (saved) => ({ warnings: await overlaps(saved) }),
    users: (db, id) => ({
      dealer_has_dealers: named(db.selectFrom('dealer').where('parent_id', '=', id), 'dealer_name'),
      dealer_has_ship_to: named(db.selectFrom('ship_to').where('dealer_id', '=', id), 'ship_to_name'),
      dealer_has_warehouses: named(db.selectFrom('warehouse').where('dealer_id', '=', id), 'warehouse_name'),
      dealer_has_people: named(db.selectFrom('account').where('dealer_id', '=', id), 'account_name'),
    }),
  });

  routes.serve(dealerList, async ({ keyword, dealer_level, status, id = 0 }, { db }) =>
    db
      .selectFrom('dealer')
      .select(['id', 'dealer_code', 'dealer_name', 'dealer_level', 'status'])
      .where((eb) =>
        eb.or([
          eb('id', '=', id),
          eb.and([
            ...(keyword ? [findsWords('dealer', keyword)] : []),
            ...(dealer_level ? [eb('dealer_level', '=', dealer_level)] : []),
            ...(status ? [eb('status', '=', status)] : []),
          ]),
        ]),
      )
      .orderBy((eb) => eb('id', '=', id), 'desc')
      .orderBy('dealer_code')
      .limit(mostListed)
      .execute(),
  );

  routes.serve(dealerInfo, async ({ id }, { db }) => {
    const row = await dealers(db).where('dealer.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('dealer');
    const places = await shipToRows(db).where('ship_to.dealer_id', '=', id).orderBy('ship_to.id').limit(500).execute();
    return { ...presentDealer(row), ship_to: places.map(presentShipTo) };
  });
}

async function requireRight({ input, before, change, caller }: Saving<DealerInput>): Promise<void> {
  const problems = [...areaProblems(input), ...unknownAreas(input.areas ?? [])];
  if (problems.length > 0) throw badInput(...problems);
  if (caller.account.account_type !== 1) {
    if (await changesAreas(change.db, before?.id as number, input.areas)) {
      throw badInput({ path: 'areas', reason: 'enterprise_decides' });
    }
    return;
  }
  await requirePlace(change, 'dealer', before?.id as number | undefined, input.parent_id ?? null);
}

function columns(input: DealerInput) {
  const { dealer_code, dealer_name, dealer_level, parent_id, licence_no, remark, status } = input;
  return {
    dealer_code: dealer_code.trim(),
    dealer_name: dealer_name.trim(),
    dealer_level,
    parent_id: parent_id ?? null,
    ...reach(input),
    licence_no: orNull(licence_no),
    remark: orNull(remark),
    ...(status ? { status } : {}),
  };
}
