import type { Dealer } from '@suyuan/contract/base/dealer.ts';
import { dealer, dealerInfo, dealerList, dealerManager } from '@suyuan/contract/base/dealer.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { RowOf } from '@suyuan/contract/thing/thing.ts';
import type { Kysely } from 'kysely';
import { areaName, areaParser, areaProblems } from '#platform/areas/areas.ts';
import { partyGlnProblems } from '#platform/areas/gln-rules.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { spelled } from '#platform/imports/lines/columns.ts';
import { heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { findsWords } from '#platform/lists/search.ts';
import { namesOf } from '#platform/records/in-use.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { referred, referredAbove } from '#platform/references/references.ts';
import { requirePosition } from '#platform/references/tree.ts';
import { badInput, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { presentRow } from '../fields.ts';
import { dealerTable } from './dealer.table.ts';
import { areasFrom, areasOf, changesAreas, inArea, keepAreas, overlaps, unknownAreas } from './dealer-areas.ts';
import { presentShipTo, shipToRows } from './ship-to.serve.ts';

type DealerInput = InputOf<typeof dealer.add>;

const maxListed = 500;

export default function serveDealers(services: Services): void {
  const { routes } = services;

  serveThing(services, dealer, {
    table: 'dealer',
    rows: dealers,
    present: presentDealer,
    narrow: { sells_in: (rows, area) => rows.where((eb) => inArea(eb, area)) },
    foundBy: ['dealer_code', 'dealer_name', 'contact', 'phone'],
    enterpriseDecides: [
      'dealer_code',
      'dealer_name',
      'dealer_level',
      'parent_id',
      'manager_id',
      'min_remaining_days',
      'licence_no',
      'gln',
      'remark',
      'status',
    ],
    check: requireRight,
    parts: areasOf,
    keep: keepAreas,
    answer: async (rows) => ({ warnings: await overlaps(rows) }),
    parsers: {
      parent_id: referredAbove(dealerTable, ['parent_code', 'parent_name']),
      manager_id: referred('account', ['manager_account', 'manager_name']),
      areas: { columns: ['area_of_sale'], read: spelled(areasFrom) },
      area_code: areaParser,
    },
    users: (db, id) => ({
      dealer_has_dealers: namesOf(db.selectFrom('dealer').where('parent_id', '=', id), 'dealer_name'),
      dealer_has_ship_to: namesOf(db.selectFrom('ship_to').where('dealer_id', '=', id), 'ship_to_name'),
      dealer_has_warehouses: namesOf(db.selectFrom('warehouse').where('dealer_id', '=', id), 'warehouse_name'),
      has_certificates: namesOf(db.selectFrom('certificate').where('dealer_id', '=', id), 'certificate_no'),
      dealer_has_people: namesOf(db.selectFrom('account').where('dealer_id', '=', id), 'account_name'),
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
      .limit(maxListed)
      .execute(),
  );

  serveDeclaredList(services, dealerManager, {
    rows: (from) =>
      from
        .selectFrom('account')
        .select(['id', 'account_name', 'name'])
        .where('status', '=', 'enabled')
        .where('account_type', '=', 1),
    narrow: { keyword: heldIn('name', 'account_name') },
    defaultSort: 'name',
    present: (row: RowOf<typeof dealerManager>) => row,
  });

  routes.serve(dealerInfo, async ({ id }, { db }) => {
    const row = await dealers(db).where('dealer.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('dealer');
    const places = await shipToRows(db).where('ship_to.dealer_id', '=', id).orderBy('ship_to.id').limit(500).execute();
    return { ...presentDealer(row), ship_to: places.map(presentShipTo) };
  });
}

async function requireRight({ input, before, change, caller }: Saving<DealerInput>): Promise<void> {
  const problems = [...areaProblems(input), ...partyGlnProblems(input), ...unknownAreas(input.areas ?? [])];
  if (problems.length > 0) throw badInput(...problems);
  if (!isOfEnterprise(caller.account)) {
    if (await changesAreas(change.db, before?.id as number, input.areas)) {
      throw badInput({ path: 'areas', reason: 'enterprise_decides' });
    }
    return;
  }
  const manager = input.manager_id;
  if (manager && !(await isOfEnterpriseItself(change, manager)))
    throw badInput({ path: 'manager_id', reason: 'no_such', params: { value: manager } });
  await requirePosition(change, 'dealer', before?.id as number | undefined, input.parent_id ?? null);
}

/** Whether an account is one of the enterprise's own. */
const isOfEnterpriseItself = async ({ db }: Change, id: number): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('account_type', '=', 1)
    .executeTakeFirst()) !== undefined;

/** The query for dealers, with the dealer they buy from and their areas of sale. */
const dealers = (db: Kysely<Schema>) =>
  db
    .selectFrom('dealer')
    .leftJoin('dealer as parent', 'parent.id', 'dealer.parent_id')
    .leftJoin('account as manager', 'manager.id', 'dealer.manager_id')
    .selectAll('dealer')
    .select((eb) => [
      'parent.dealer_code as parent_code',
      'parent.dealer_name as parent_name',
      'manager.account_name as manager_account',
      'manager.name as manager_name',
      eb
        .selectFrom('dealer_area as a')
        .whereRef('a.dealer_id', '=', 'dealer.id')
        .select((area) => area.fn.agg<string[] | null>('array_agg', ['a.area_code']).as('codes'))
        .as('areas'),
    ]);

type DealerRow = Awaited<ReturnType<ReturnType<typeof dealers>['execute']>>[number];

function presentDealer({ areas, ...row }: DealerRow): Dealer {
  const codes = (areas ?? []).sort();
  return {
    ...presentRow(row),
    area_name: row.area_code && areaName(row.area_code),
    areas: codes,
    area_of_sale: codes.length > 0 ? codes.map(areaName).join('、') : null,
  };
}
