import { refundLife } from '@suyuan/contract/physical/refund.life.ts';
import {
  closeReturn,
  dissociated,
  inspectReturn,
  type RefundStatus,
  receiveReturn,
  refund,
  refundDetail,
} from '@suyuan/contract/physical/refund.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { goodsOnScreens } from './goods-on-screens.ts';
import { defineWalk } from './walk.ts';

interface ComingBack {
  readonly id: number;
  readonly productId: number;
  readonly codes: readonly string[];
  /** What has come back, and what comes back next. */
  readonly back: string[];
  readonly next: string[];
}

/** A return of cases that a dealer has bought. */
export default defineWalk<typeof refundLife, ComingBack>({
  life: refundLife,
  begin: async (stage, status: RefundStatus) => {
    const { server, goods, from, dealerId } = stage;
    const made = await goods.made(from);
    const codes = (await goods.cases(made, 3)).map(({ code }) => code);
    const waybill = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 9 }]);
    await server.data(load, { id: waybill, codes });
    await server.data(ship, { id: waybill });
    await server.data(sign, { id: waybill, received: 'all' });
    const { id } = await server.data(refund.add, {
      dealer_id: dealerId,
      warehouse_id: from,
      reason: 'too many',
      lines: [],
    });
    const thing: ComingBack = {
      ...{ id, productId: made.productId, codes },
      back: [],
      next: [...codes],
    };
    if (status === 'requested') return thing;
    const first = thing.next.shift() as string;
    await server.data(receiveReturn, { id, codes: [first] });
    if (status === 'receiving') {
      thing.back.push(first);
      return thing;
    }
    await server.data(inspectReturn, { id, codes: [first], result: 'restock', reason: 'as new' });
    if (status === 'closed') {
      await server.data(closeReturn, { id });
      return thing;
    }
    const second = thing.next.shift() as string;
    await server.data(receiveReturn, { id, codes: [second] });
    thing.back.push(second);
    return thing;
  },
  take: {
    update: async ({ server }, { id }) => {
      const { remark } = await server.data(refundDetail, { id });
      await server.data(refund.update, { id, reason: 'too many', remark: remark === 'by rail' ? null : 'by rail' });
    },
    receive: async ({ server }, { id, back, next }) => {
      const code = next.shift() as string;
      back.push(code);
      await server.data(receiveReturn, { id, codes: [code] });
    },
    dissociate: async ({ server }, { id, back, next }) => {
      const code = back.pop() as string;
      next.unshift(code);
      await server.data(dissociated, { refund_id: id, codes: [code], reason: 'of another return' });
    },
  },
  see: async (stage, { id, productId, codes }: ComingBack) => ({
    refund: await stage.server.data(refundDetail, { id }),
    goods: await goodsOnScreens(stage, productId, codes),
  }),
});
