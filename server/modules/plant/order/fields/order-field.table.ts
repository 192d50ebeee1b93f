import { orderField } from '@suyuan/contract/plant/order/order-field.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import { type ColumnsOf, localisedIn } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    order_field: OrderFieldTable;
  }
}

interface OrderFieldTable extends ColumnsOf<typeof orderField> {
  id: GeneratedAlways<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const orderFieldTable = defineTable('order_field', {
  rows: 'everyone',
  placement: 'local',
  localised: localisedIn(orderField),
  audit: { list: 'orderextendlist' },
});
