import { plantItem } from '@suyuan/contract/plant/plant-item.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';

/** Serves causes and checks. */
export default function servePlantItems(services: Services): void {
  serveThing(services, plantItem, {
    table: 'plant_item',
    few: true,
    rows: (db: Kysely<Schema>) => db.selectFrom('plant_item').selectAll(),
    present: (row) => declaredRow(plantItem, row),
    defaultSort: 'sort',
    foundBy: ['item_name'],
  });
}
