import { hold, holdDetail } from '@suyuan/contract/inspect/hold.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { withContents } from '../goods/chosen-goods.ts';
import { goodsThere } from '../goods/goods-in-words.ts';
import { goodsOfHold, releasedOneByOne } from '../goods/held-goods.ts';
import { holds, inWords } from './hold-rows.ts';

/** Serves one hold: its goods, where they are now, and what was released of them. */
export default function serveHoldDetail({ routes, system }: Services, shared: SharedServices): void {
  const { sql } = system.enterprise;
  routes.serve(holdDetail, async ({ id }, { db }) => {
    const row = await holds(db).where('quality_hold.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('quality_hold');
    const document = { kind: 'quality_hold', id } as const;
    const goods = await goodsOfHold(sql, document);
    // Goods that took the hold of their lot along are counted with the lot.
    const codes = goods.lots.length === 0 ? (await withContents(sql, goods.codes)).map((code) => code.id) : [];
    const [{ there }, released] = await Promise.all([
      goodsThere({ sql, db, rules: shared.rules }, { ...goods, codes }),
      releasedOneByOne(sql, shared, document),
    ]);
    return { ...declaredRow(hold, inWords(row)), ...there, released };
  });
}
