import { product } from '@suyuan/contract/base/product/product.ts';
import { receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { load, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { type WmsShipment, wmsShipments } from '@suyuan/contract/physical/wms.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import type { LeftOpen } from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderDetail } from '@suyuan/contract/plant/order/work-order.ts';
import { expect } from 'vitest';
import type { Made } from '../goods/goods.ts';
import { deviceAt } from '../goods/line.ts';
import type { World } from '../ways-out/walk.ts';
import { fieldsAtFault } from './fields-at-fault.ts';
import type { Case } from './missing.ts';

const reason = 'agreed by telephone';

/** What the page of a work order says that it leaves open. */
export const leftOpen = async ({ server }: World, { workOrderId: id }: Made): Promise<readonly LeftOpen[]> =>
  (await server.data(workOrderDetail, { id })).left_open;

/** A running order without a lot, as there were before every order got one. */
export async function withoutLot({ server, goods, from }: World, productId?: number): Promise<Made> {
  const made = await goods.made(from, productId === undefined ? {} : { productId });
  await server.sql`update work_order set lot = null, lot_id = null where id = ${made.workOrderId}`;
  return made;
}

/** A running order whose goods go to no warehouse. */
const withoutPlace = ({ goods, from }: World): Promise<Made> =>
  goods.made(from, { order: { to_warehouse_id: undefined as never } });

/** A case of an order. */
const caseOf = async ({ goods }: World, made: Made): Promise<string> => (await goods.cases(made, 1))[0]?.code as string;

/** Why a case of an order cannot be loaded on a sale of its product. */
async function refusedToLoad(world: World, made: Made, code: string): Promise<string[]> {
  const { goods, from, dealerId, steps } = world;
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
  return steps.refused(load, { id, codes: [code] });
}

/** Two orders of a product that begin on different days, the older first. */
async function twoDays({ goods, from }: World): Promise<[Made, Made]> {
  const older = await goods.made(from, { order: { production_date: '2026-01-01' } });
  const given = { productId: older.productId, order: { production_date: '2026-02-01' } };
  return [older, await goods.made(from, given)];
}

/** The last day of goods that expire today, wherever the enterprise is. */
const today = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

const productCode = async ({ server, goods }: World): Promise<string> => {
  const { rows } = await server.data(product.page, { id: await goods.product() });
  return rows[0]?.product_code as string;
};

/** The reasons for which a message of a new warehouse's system about a new waybill is refused. */
async function wmsRefusals({ server, goods, steps }: World, message: Partial<WmsShipment>): Promise<string[]> {
  const key = await server.data(deviceKeyAdd, { warehouse_id: await goods.warehouse(), name: 'WMS' });
  const sent: WmsShipment = {
    act: 'load',
    waybill_no: `SO-${key.id}`,
    batch_key: `m-${key.id}`,
    codes: [],
    ...message,
  };
  return steps.refusedBy(deviceAt(server, key), wmsShipments, sent);
}

/** Cases of rules about stock, loading and returns. */
export const casesOfGoods = {
  not_released: [
    {
      subject: 'lot',
      without: 'nobody has released goods without a lot: they are not loaded',
      tried: async (world) => {
        const made = await withoutLot(world);
        expect(await refusedToLoad(world, made, await caseOf(world, made))).toContain('not_released');
      },
    },
  ],
  expired: [
    {
      subject: 'expiry date',
      without: 'goods without an expiry date never expire, which their order says',
      tried: async (world) => {
        const made = await world.goods.made(world.from);
        expect(await refusedToLoad(world, made, await caseOf(world, made))).toEqual([]);
        expect(await leftOpen(world, made)).toContain('expiry');
      },
    },
  ],
  short_life: [
    {
      subject: 'expiry date',
      without: 'goods without an expiry date last long enough, which their order says',
      tried: async (world) => {
        const made = await world.goods.made(world.from);
        await world.server.sql`update product set min_remaining_days = 90 where id = ${made.productId}`;
        expect(await refusedToLoad(world, made, await caseOf(world, made))).toEqual([]);
        expect(await leftOpen(world, made)).toContain('expiry');
      },
    },
    {
      subject: 'least remaining days',
      without: 'what neither the product nor the dealer asks for is sold until its last day',
      tried: async (world) => {
        const made = await world.goods.made(world.from, { expiry: today() });
        expect(await refusedToLoad(world, made, await caseOf(world, made))).toEqual([]);
      },
    },
  ],
  older_first: [
    {
      subject: 'expiry date',
      without: 'goods without an expiry date leave by their day of production',
      tried: async (world) => {
        const [older, younger] = await twoDays(world);
        await caseOf(world, older);
        expect(await refusedToLoad(world, younger, await caseOf(world, younger))).toEqual(['older_first']);
      },
    },
    {
      subject: 'production date',
      without: 'goods without both dates leave after all that have one',
      tried: async (world) => {
        const [older, undated] = await twoDays(world);
        await world.server.sql`
          update lot set production_date = null where product_id = ${undated.productId} and lot_no = ${undated.lot}`;
        await caseOf(world, older);
        expect(await refusedToLoad(world, undated, await caseOf(world, undated))).toEqual(['older_first']);
      },
    },
    {
      subject: 'lot',
      without: 'goods without a lot leave after all that have one',
      tried: async (world) => {
        const dated = await world.goods.made(world.from, { expiry: '2031-01-01' });
        await caseOf(world, dated);
        const lotless = await withoutLot(world, dated.productId);
        expect(await refusedToLoad(world, lotless, await caseOf(world, lotless))).toContain('older_first');
      },
    },
  ],
  not_ordered: [
    {
      subject: 'line of the waybill',
      without: 'what no line orders is not loaded, and a waybill has a line',
      tried: async (world) => {
        const { goods, from, dealerId, steps, server } = world;
        const [ordered, other] = [await goods.made(from), await goods.made(from)];
        const id = await goods.sale(from, dealerId, [{ product_id: ordered.productId, quantity: 3 }]);
        expect(await steps.refused(load, { id, codes: [await caseOf(world, other)] })).toContain('not_ordered');
        const bare = { kind: 'sale', from_warehouse_id: from, to_dealer_id: dealerId };
        expect(await fieldsAtFault(server, waybill.add, bare)).toContain('lines');
      },
    },
  ],
  over_quantity: [
    {
      subject: 'line of the waybill',
      without: 'without a line there is no quantity: it is refused as not ordered',
      tried: async (world) => {
        const { goods, from, dealerId, steps } = world;
        const [ordered, other] = [await goods.made(from), await goods.made(from)];
        const id = await goods.sale(from, dealerId, [{ product_id: ordered.productId, quantity: 1 }]);
        expect(await steps.refused(load, { id, codes: [await caseOf(world, other)] })).toEqual(['not_ordered']);
      },
    },
  ],
  not_here: [
    {
      subject: 'place',
      without: 'goods at no place are not where a waybill leaves from, which their order says',
      tried: async (world) => {
        const made = await withoutPlace(world);
        expect(await refusedToLoad(world, made, await caseOf(world, made))).toContain('not_here');
        expect(await leftOpen(world, made)).toContain('warehouse');
      },
    },
  ],
  not_shipped: [
    {
      subject: 'place',
      without: 'goods at no place were sold to nobody: they come back with this cause',
      tried: async (world) => {
        const { steps, dealerId, from } = world;
        const code = await caseOf(world, await withoutPlace(world));
        const { id } = await steps.done(refund.add, { dealer_id: dealerId, warehouse_id: from, reason });
        const { received } = await steps.done(receiveReturn, { id, codes: [code] });
        expect(received).toMatchObject([{ cause: 'not_shipped' }]);
      },
    },
  ],
  unknown_receiver: [
    {
      subject: 'dealer',
      without: 'a new waybill of a warehouse system that goes to nobody is not made',
      tried: async (world) => {
        const lines = [{ product_code: await productCode(world), quantity: 3 }];
        expect(await wmsRefusals(world, { lines })).toEqual(['unknown_receiver']);
      },
    },
  ],
  unknown_waybill: [
    {
      subject: 'line of the waybill',
      without: 'a new waybill of a warehouse system that orders nothing is not made',
      tried: async (world) => expect(await wmsRefusals(world, {})).toEqual(['unknown_waybill']),
    },
  ],
  sold_to_another: [
    {
      subject: 'dealer',
      without: 'a return is of a dealer',
      tried: async ({ server, from }) =>
        expect(await fieldsAtFault(server, refund.add, { warehouse_id: from, reason })).toContain('dealer_id'),
    },
  ],
} as const satisfies Readonly<Record<string, readonly [Case, ...Case[]]>>;
