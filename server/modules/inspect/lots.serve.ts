import { lotChoices } from '@suyuan/contract/inspect/goods-there.ts';
import { ksql } from '#platform/database/schema.ts';
import { containing } from '#platform/lists/list.ts';
import type { Services } from '#platform/services.ts';

export default function serveLots({ routes }: Services): void {
  routes.serve(lotChoices, ({ keyword, id }, { db }) =>
    db
      .selectFrom('lot as l')
      .innerJoin('product as p', 'p.id', 'l.product_id')
      .select(['l.id', 'l.lot_no', 'p.product_name'])
      .$if(keyword !== undefined, (rows) => rows.where('l.lot_no', 'ilike', containing(keyword as string)))
      .orderBy(ksql`l.id = ${id ?? 0}`, 'desc')
      .orderBy('l.id', 'desc')
      .limit(50)
      .execute(),
  );
}
