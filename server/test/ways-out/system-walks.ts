import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { load, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { type WmsShipment, wmsShipments } from '@suyuan/contract/physical/wms.ts';
import { type DeviceEvent, deviceBatch, deviceLease, deviceLeaseReturn } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { pack, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { deviceAt, type TestDevice } from '../goods/line.ts';
import { atDesk, type Walk, type World } from './walk.ts';

const reason = 'agreed with the customer';
let made = 0;
const name = (prefix: string) => `${prefix}-${++made}`;

/** Refusals of what lines and warehouse management systems send. */
export const systemWalks = (world: World) => {
  const { steps, goods, from, dealerId, server } = world;

  /** A new line with a running work order, and what its device does. */
  async function line() {
    const at = { factory_code: name('F'), factory_name: 'Plant', warehouse_id: from };
    const { id: factory_id } = await server.data(factory.add, at);
    const shop = { workshop_code: name('S'), workshop_name: 'Bottling', factory_id };
    const { id: workshop_id } = await server.data(workshop.add, shop);
    const its = { line_code: name('L'), line_name: 'Line', workshop_id };
    const { id: line_id } = await server.data(productionLine.add, its);
    const device = deviceAt(server, await server.data(deviceKeyAdd, { line_id, name: 'controller' }));
    const desk = await atDesk(world, { order: { line_id } });
    const { rows } = await server.data(workOrder.page, { id: desk.work_order_id });
    const order_no = rows[0]?.order_no as string;
    const event = (one: Partial<DeviceEvent> & Pick<DeviceEvent, 'act' | 'codes'>) => ({
      batch_key: name('batch'),
      acts: [{ id: '1', event_time: new Date().toISOString(), order_no, ...one }],
    });
    return {
      ...{ device, order_no, ...desk },
      refused: (one: Parameters<typeof event>[0]) => steps.refusedBy(device, deviceBatch, event(one)),
      done: (one: Parameters<typeof event>[0]) => steps.doneBy(device, deviceBatch, event(one)),
    };
  }

  /** A unit that the line has scrapped or sampled is packed at the desk. */
  const usedUp = (eventType: 'scrapped' | 'sampled') => async (): Promise<Walk> => {
    const { done, units, boxes, work_order_id } = await line();
    await done({ act: 'bound', codes: units.slice(5) });
    await done({ act: eventType, codes: units.slice(5), cause: 'torn' });
    const packing = { work_order_id, parent: boxes[0] };
    return {
      refused: () => steps.refused(pack, { ...packing, children: [...units.slice(0, 2), units[5] as string] }),
      out: () => steps.done(pack, { ...packing, children: units.slice(0, 3) }),
    };
  };

  let wms: TestDevice | undefined;
  /** A waybill that a WMS is to load and ship, and its messages. */
  async function message() {
    wms ??= deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id: from, name: 'WMS' }));
    const by = wms;
    const goodsMade = await goods.made(from);
    const codes = (await goods.cases(goodsMade, 2)).map(({ code }) => code);
    const { rows: products } = await server.data(product.page, { id: goodsMade.productId });
    const { rows: dealers } = await server.data(dealer.page, { id: dealerId });
    const order = {
      waybill_no: name('SO'),
      dealer_code: dealers[0]?.dealer_code as string,
      lines: [{ product_code: products[0]?.product_code as string, quantity: 6 }],
    };
    const sent = (more: Partial<WmsShipment>): WmsShipment => ({
      act: 'load',
      ...order,
      batch_key: name('m'),
      ...more,
    });
    return {
      ...{ codes, order },
      refused: (more: Partial<WmsShipment>) => steps.refusedBy(by, wmsShipments, sent(more)),
      done: (more: Partial<WmsShipment>) => steps.doneBy(by, wmsShipments, sent(more)),
      raw: (input: unknown) => by.call(wmsShipments, input),
    };
  }

  /** A message that is answered with an error, and kept with its cause for a person. */
  async function refusedWhole(send: () => Promise<{ status: number }>, status: number): Promise<string[]> {
    if ((await send()).status !== status) return [];
    const [kept] = await server.sql<{ cause: string }[]>`select cause from exception order by id desc limit 1`;
    return kept ? [kept.cause] : [];
  }

  /** A message that is refused as a whole, and taken once it says something else. */
  const message_ =
    (wrong: Partial<WmsShipment>, right: Partial<WmsShipment> = {}) =>
    async (): Promise<Walk> => {
      const { refused, done, codes } = await message();
      return { refused: () => refused({ codes, ...wrong }), out: () => done({ codes, ...right }) };
    };

  /** A message about a waybill that is there already. */
  const later =
    (
      wrong: (codes: readonly string[]) => Partial<WmsShipment>,
      right: (codes: readonly string[]) => Partial<WmsShipment>,
    ) =>
    async (): Promise<Walk> => {
      const { refused, done, codes } = await message();
      await done({ codes: codes.slice(0, 1) });
      const rest = codes.slice(1);
      return { refused: () => refused(wrong(rest)), out: () => done(right(rest)) };
    };

  return {
    destroyed: usedUp('scrapped'),
    sampled: usedUp('sampled'),
    has_contents: async (): Promise<Walk> => {
      const { refused, units, boxes, work_order_id } = await line();
      await steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) });
      return {
        refused: () => refused({ act: 'scrapped', codes: [boxes[0]], cause: 'torn' }),
        out: () => steps.done(unpack, { parent: boxes[0], reason }),
      };
    },
    not_a_unit: async (): Promise<Walk> => {
      const { refused, units, boxes, work_order_id } = await line();
      return {
        refused: () => refused({ act: 'bound', codes: [boxes[0]] }),
        out: () => steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) }),
      };
    },
    unknown_order: async (): Promise<Walk> => {
      const { refused, done, units, boxes } = await line();
      const packing = { act: 'packed', parent: boxes[0], codes: units.slice(0, 3) } as const;
      return { refused: () => refused({ ...packing, order_no: 'NONE' }), out: () => done(packing) };
    },
    foreign_code: async (): Promise<Walk> => {
      const [ours, theirs] = [await line(), await line()];
      await theirs.done({ act: 'bound', codes: theirs.units.slice(0, 1) });
      const packing = (codes: string[]) => ({ act: 'packed', parent: ours.boxes[0], codes }) as const;
      return {
        refused: () => ours.refused(packing([theirs.units[0] as string, ...ours.units.slice(1, 3)])),
        out: () => ours.done(packing(ours.units.slice(0, 3))),
      };
    },
    leased_elsewhere: async (): Promise<Walk> => {
      const [ours, theirs] = [await line(), await line()];
      const rule = { rule_name: name('R'), level: 1, prefix: '77', body_length: 12 } as const;
      const given = { ...rule, alphabet: 'digits', check: 'none', carrier: 'plain' } as const;
      const { id: rule_id } = await server.data(codeRule.add, given);
      await server.data(orderAdd, { rule_id, quantity: 10, product_id: theirs.made.productId });
      const lease = await theirs.device.data(deviceLease, { order_no: theirs.order_no, level: 1, quantity: 1 });
      const packing = { work_order_id: ours.work_order_id, parent: ours.boxes[0], remainder: true };
      const elsewhere = await goods.made(from, { productId: theirs.made.productId });
      return {
        refused: () =>
          steps.refused(pack, { ...packing, work_order_id: elsewhere.workOrderId, children: [lease.first] }),
        out: () => steps.doneBy(theirs.device, deviceLeaseReturn, { lease: lease.lease, unused: 1 }),
      };
    },
    malformed_message: async (): Promise<Walk> => {
      const { raw, done, order, codes } = await message();
      return {
        refused: () => refusedWhole(() => raw({ ...order, act: 'load', batch_key: name('m'), codes: 'none' }), 400),
        out: () => done({ codes }),
      };
    },
    unknown_waybill: async (): Promise<Walk> => {
      const { refused, done, codes } = await message();
      const bare = { codes, lines: [], dealer_code: undefined as never };
      return { refused: () => refused(without(bare)), out: () => done({ codes }) };
    },
    unknown_receiver: message_({ dealer_code: 'NOBODY' }),
    unknown_product: message_({ lines: [{ product_code: 'NOTHING', quantity: 6 }] }),
    other_receiver: async (): Promise<Walk> => {
      const other = await server.data(dealer.page, { id: await goods.dealer() });
      return later(
        (codes) => ({ codes: [...codes], dealer_code: other.rows[0]?.dealer_code as string }),
        (codes) => ({ codes: [...codes] }),
      )();
    },
    other_lines: async (): Promise<Walk> => {
      const other = await server.data(product.page, { id: await goods.product() });
      return later(
        (codes) => ({
          codes: [...codes],
          lines: [{ product_code: other.rows[0]?.product_code as string, quantity: 6 }],
        }),
        (codes) => ({ codes: [...codes] }),
      )();
    },
    nothing_loaded: async (): Promise<Walk> => {
      const { refused, done, order, codes } = await message();
      return {
        refused: () => refused({ act: 'ship', codes: [] }),
        out: async () => {
          await done({ codes: [] }).catch(() => undefined);
          const [waybill] = await server.sql<{ id: number }[]>`
            select id from waybill where waybill_no = ${order.waybill_no}`;
          await steps.done(load, { id: waybill?.id as number, codes });
          await steps.done(waybillDetail, { id: waybill?.id as number });
        },
      };
    },
    under_quantity: later(
      () => ({ act: 'ship', codes: [] }),
      () => ({ act: 'ship', codes: [], reason }),
    ),
    key_reused: async (): Promise<Walk> => {
      const { raw, done, order, codes } = await message();
      const batch_key = name('m');
      await done({ batch_key, codes: codes.slice(0, 1) });
      const [, second] = codes;
      return {
        refused: () => refusedWhole(() => raw({ ...order, act: 'load', batch_key, codes: [second] }), 409),
        out: () => done({ codes: codes.slice(1) }),
      };
    },
  };
};

/** Without the fields that are undefined or empty. */
const without = (sent: Partial<WmsShipment>): Partial<WmsShipment> =>
  ({ ...sent, lines: undefined, dealer_code: undefined }) as never;
