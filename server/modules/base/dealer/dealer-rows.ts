import type { Dealer } from '@suyuan/contract/base/dealer.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { areaName } from '#platform/places/areas.ts';
import { presentRow } from '../fields.ts';

/** The query for dealers, with the dealer they buy from and their areas of sale. */
export const dealers = (db: Kysely<Schema>) =>
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

export type DealerRow = Awaited<ReturnType<ReturnType<typeof dealers>['execute']>>[number];

export function presentDealer({ areas, ...row }: DealerRow): Dealer {
  const codes = (areas ?? []).sort();
  return {
    ...presentRow(row),
    area_name: row.area_code && areaName(row.area_code),
    areas: codes,
    area_of_sale: codes.length > 0 ? codes.map(areaName).join('、') : null,
  };
}
