import { barter, minderlieferung } from '@suyuan/contract/physical/amendment.ts';
import { inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { stockMove } from '@suyuan/contract/physical/stock/stock-move.ts';
import { load, ship, unload, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { lotRelease } from '@suyuan/contract/plant/lot/lot-release.ts';
import { workOrderFinish } from '@suyuan/contract/plant/order/work-order.ts';
import { codesReject } from '@suyuan/contract/plant/packing/marking.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import type { Walk, World } from './walk.ts';

const reason = 'checked at the gate';

/** Refusals of loading, shipping and returning. */
export const waybillWalks = (world: World) => {
  const { steps, goods, from, dealerId } = world;

  /** Cases of a product in the warehouse, and a sale of so many units of it. */
  const loading = async (cases = 2, quantity = cases * 3, order: Parameters<typeof goods.made>[1] = {}) => {
    const made = await goods.made(from, order);
    const packed = await goods.cases(made, cases);
    const codes = packed.map(({ code }) => code) as [string, string];
    const lines = [{ product_id: made.productId, quantity }];
    return { made, packed, codes, lines, id: await goods.sale(from, dealerId, lines) };
  };

  /** A waybill that has left with the first case. */
  const shipped = async (cases = 2) => {
    const out = await loading(cases, 3);
    await steps.done(load, { id: out.id, codes: [out.codes[0]] });
    await steps.done(ship, { id: out.id });
    return out;
  };

  /** A sale in another waybill, which `waybill.add` of the way makes. */
  const anotherSale = (lines: { product_id: number; quantity: number }[], to = dealerId) => {
    steps.called.add('/api/physical/freight/add');
    return goods.sale(from, to, lines);
  };

  const returning = async (dealer = dealerId) =>
    (await steps.done(refund.add, { dealer_id: dealer, warehouse_id: from, reason })).id;

  /** A return that has received the case of a waybill that left. */
  const returned = async () => {
    const out = await shipped();
    const refundId = await returning();
    await steps.done(receiveReturn, { id: refundId, codes: [out.codes[0]] });
    return { ...out, refundId };
  };

  /** Goods that should not have come by this return: they are there, so they are received with the cause, and inspected. */
  const wrongReturn = (code: string, id: number): Walk => ({
    refused: async () => {
      const { received } = await steps.done(receiveReturn, { id, codes: [code] });
      return received.flatMap(({ cause }) => cause ?? []);
    },
    out: () => steps.done(inspectReturn, { id, codes: [code], result: 'restock', reason }),
  });

  const walks = {
    not_released: async (): Promise<Walk> => {
      const { made, id, codes } = await loading(1, 3, { released: false });
      return {
        refused: () => steps.refused(load, { id, codes: [codes[0]] }),
        out: async () => {
          await steps.done(workOrderFinish, { id: made.workOrderId });
          await steps.done(lotRelease, { id: made.workOrderId, release: 'quality' });
          const another = await world.server.as(['orderlist', 'orderlist:quality']);
          await steps.done(lotRelease, { id: made.workOrderId, release: 'market' }, another);
        },
      };
    },
    not_ordered: async (): Promise<Walk> => {
      const [{ id }, other] = [await loading(), await loading()];
      return {
        refused: () => steps.refused(load, { id, codes: [other.codes[0]] }),
        out: async () => steps.done(load, { id: await anotherSale(other.lines), codes: [other.codes[0]] }),
      };
    },
    over_quantity: async (): Promise<Walk> => {
      const { id, codes, lines } = await loading(2, 3);
      await steps.done(load, { id, codes: [codes[0]] });
      return {
        refused: () => steps.refused(load, { id, codes: [codes[1]] }),
        out: async () => steps.done(load, { id: await anotherSale(lines), codes: [codes[1]] }),
      };
    },
    loaded_already: async (): Promise<Walk> => {
      const { id, codes, lines } = await loading();
      const other = await goods.sale(from, dealerId, lines);
      await steps.done(load, { id: other, codes: [codes[0]] });
      return {
        refused: () => steps.refused(load, { id, codes: [codes[0]] }),
        out: () => steps.done(unload, { id: other, codes: [codes[0]] }),
      };
    },
    partly_loaded: async (): Promise<Walk> => {
      const { id, packed, codes, lines } = await loading(1, 3);
      const other = await goods.sale(from, dealerId, lines);
      const bottle = packed[0]?.bottles[0] as string;
      await steps.done(load, { id: other, codes: [bottle] });
      return {
        refused: () => steps.refused(load, { id, codes: [codes[0]] }),
        out: () => steps.done(unload, { id: other, codes: [bottle] }),
      };
    },
    in_named_package: async (): Promise<Walk> => {
      const { id, packed, codes } = await shipped();
      const taking = { waybill_id: id, reason, to_warehouse_id: from };
      return {
        refused: () =>
          steps.refused(minderlieferung, { ...taking, codes: [codes[0], packed[0]?.bottles[0] as string] }),
        out: () => steps.done(minderlieferung, { ...taking, codes: [codes[0]] }),
      };
    },
    shipped_already: async (): Promise<Walk> => {
      const { id, codes, lines } = await shipped();
      const next = await goods.sale(from, dealerId, lines);
      return {
        refused: () => steps.refused(load, { id: next, codes: [codes[0]] }),
        out: () => steps.done(minderlieferung, { waybill_id: id, codes: [codes[0]], reason, to_warehouse_id: from }),
      };
    },
    not_shipped: async (): Promise<Walk> => wrongReturn((await loading(1, 3)).codes[0], await returning()),
    waybill_not_open: async (): Promise<Walk> => {
      const { id, codes, lines } = await shipped();
      return {
        refused: () => steps.refused(load, { id, codes: [codes[1]] }),
        out: async () => steps.done(load, { id: await anotherSale(lines), codes: [codes[1]] }),
      };
    },
    not_on_waybill: async (): Promise<Walk> => {
      const { id, codes } = await shipped();
      const taking = { waybill_id: id, reason, to_warehouse_id: from };
      return {
        refused: () => steps.refused(minderlieferung, { ...taking, codes: [codes[1]] }),
        out: () => steps.done(minderlieferung, { ...taking, codes: [codes[0]] }),
      };
    },
    other_quantity: async (): Promise<Walk> => {
      const { id, packed, codes } = await shipped(3);
      const pair = (successor: string) => ({ waybill_id: id, pairs: [{ old: codes[0], new: successor }], reason });
      return {
        refused: () => steps.refused(barter, pair(packed[1]?.bottles[0] as string)),
        out: () => steps.done(barter, pair(packed[2]?.code as string)),
      };
    },
    other_product: async (): Promise<Walk> => {
      const { id, packed, codes } = await shipped(2);
      const [wrong] = await goods.cases(await goods.made(from), 1);
      const pair = (successor: string) => ({ waybill_id: id, pairs: [{ old: codes[0], new: successor }], reason });
      return {
        refused: () => steps.refused(barter, pair(wrong?.code as string)),
        out: () => steps.done(barter, pair(packed[1]?.code as string)),
      };
    },
    older_first: async (): Promise<Walk> => {
      const older = await loading(1, 3, { expiry: '2031-01-01' });
      const younger = await goods.made(from, { productId: older.made.productId, expiry: '2032-01-01' });
      const [box] = await goods.cases(younger, 1);
      return {
        refused: () => steps.refused(load, { id: older.id, codes: [box?.code as string] }),
        out: () => steps.done(load, { id: older.id, codes: [box?.code as string], override_reason: reason }),
      };
    },
    expired: async (): Promise<Walk> => {
      const old = { order: { production_date: '2020-01-01', expiry_date: '2021-01-01' } };
      const gone = await loading(1, 3, old);
      const fresh = await goods.made(from, { productId: gone.made.productId, expiry: '2032-01-01' });
      const [box] = await goods.cases(fresh, 1);
      return {
        refused: () => steps.refused(load, { id: gone.id, codes: [gone.codes[0]] }),
        out: () => steps.done(load, { id: gone.id, codes: [box?.code as string], override_reason: reason }),
      };
    },
    short_life: async (): Promise<Walk> => {
      const near = await loading(1, 3, { expiry: '2031-01-01' });
      await world.server.sql`update product set min_remaining_days = 36500 where id = ${near.made.productId}`;
      const fresh = await goods.made(from, { productId: near.made.productId, expiry: '2199-01-01' });
      const [box] = await goods.cases(fresh, 1);
      return {
        refused: () => steps.refused(load, { id: near.id, codes: [near.codes[0]] }),
        out: () => steps.done(load, { id: near.id, codes: [box?.code as string], override_reason: reason }),
      };
    },
    rejected: async (): Promise<Walk> => {
      const { id, made, packed } = await loading(1);
      const [box] = packed;
      const codes = [box?.bottles[0] as string];
      await steps.done(codesReject, { work_order_id: made.workOrderId, codes, reason, moving: true });
      return {
        refused: () => steps.refused(load, { id, codes }),
        out: () => steps.done(pack, { work_order_id: made.workOrderId, parent: box?.code as string, children: codes }),
      };
    },
    other_warehouse: async (): Promise<Walk> => {
      const { codes, lines } = await loading(1);
      const to_warehouse_id = await goods.warehouse();
      return {
        refused: () => steps.refused(stockMove, { warehouse_id: to_warehouse_id, codes }),
        out: () => steps.done(waybill.add, { kind: 'transfer', from_warehouse_id: from, to_warehouse_id, lines }),
      };
    },
    returned_already: async (): Promise<Walk> => {
      const { codes, lines, refundId } = await returned();
      const next = await goods.sale(from, dealerId, lines);
      return {
        refused: () => steps.refused(load, { id: next, codes: [codes[0]] }),
        out: () => steps.done(inspectReturn, { id: refundId, codes: [codes[0]], result: 'restock', reason }),
      };
    },
    not_returned: async (): Promise<Walk> => {
      const { id, codes } = await loading(2);
      await steps.done(load, { id, codes });
      await steps.done(ship, { id });
      const refundId = await returning();
      await steps.done(receiveReturn, { id: refundId, codes: [codes[0]] });
      const inspecting = { id: refundId, codes: [codes[1]], result: 'restock', reason } as const;
      return {
        refused: () => steps.refused(inspectReturn, { ...inspecting, codes: [codes[1]] }),
        out: () => steps.done(receiveReturn, { id: refundId, codes: [codes[1]] }),
      };
    },
    sold_to_another: async (): Promise<Walk> =>
      wrongReturn((await shipped()).codes[0], await returning(await goods.dealer())),
  };
  return walks;
};
