import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { holdAdd, holdRelease } from '@suyuan/contract/inspect/hold.ts';
import { declareWrong, informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { rdcDissociated } from '@suyuan/contract/physical/amendment.ts';
import {
  dissociated,
  type InspectionResult,
  inspectReturn,
  receiveReturn,
  refund,
} from '@suyuan/contract/physical/refund.ts';
import { countApprove, countFinish, countStart, stockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import { stockMove } from '@suyuan/contract/physical/stock/stock-move.ts';
import { load, ship, sign, unload, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { labelReprint } from '@suyuan/contract/plant/packing/label-reprint.ts';
import { pack, packageTree, packSet, replace, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { codeClosure, codesClose, reopenApprove, reopenAsk } from '@suyuan/contract/tagging/code-closure.ts';
import { expect } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { codesOfOrder } from './codes-of-order.ts';
import type { Plant, TestDevice } from './line.ts';

// Codes in every state that there is: how each is brought about, by calls as people make them.

/** What screens say of codes in a state: the state itself, and the last event. */
export const statesOfCodes = {
  'issued for a product': ['bound', 'issued'],
  'on a product': ['bound', 'bind'],
  'put aside': ['bound', 'reject'],
  packed: ['bound', 'pack'],
  'a package': ['bound', 'pack'],
  'in a package on a pallet': ['bound', 'pack'],
  'taken out': ['bound', 'unpack'],
  'taken out and packed elsewhere': ['bound', 'pack'],
  'taken out of its set and packed elsewhere': ['bound', 'pack'],
  'of a set that nobody confirmed': ['bound', 'issued'],
  'of a confirmed set': ['bound', 'pack'],
  scrapped: ['destroyed', 'scrap'],
  sampled: ['sampled', 'sample'],
  replaced: ['inactive', 'replace'],
  'in place of another': ['bound', 'replace'],
  'closed before use': ['void', 'closed'],
  'closed on goods': ['void', 'closed'],
  'a case that something left': ['bound', 'pack'],
  'left behind in such a case': ['bound', 'pack'],
  'a pallet whose case something left': ['bound', 'pack'],
  'a case that was emptied': ['bound', 'unpack'],
  'a case that was packed by mistake': ['bound', 'issued'],
  'in such a case by mistake': ['bound', 'issued'],
  'packed by mistake, then packed elsewhere': ['bound', 'pack'],
  'in a case that got another code': ['bound', 'replace'],
  'a case that got another code': ['inactive', 'replace'],
  'the other code of such a case': ['bound', 'replace'],
  'a remainder': ['bound', 'pack'],
  'in a remainder': ['bound', 'pack'],
  'a case of a confirmed set that something left': ['bound', 'pack'],
  'of a set that was confirmed by mistake': ['bound', 'issued'],
  loaded: ['bound', 'load'],
  'taken out by loading': ['bound', 'pack'],
  shipped: ['bound', 'ship'],
  'with a dealer': ['bound', 'receive'],
  returned: ['bound', 'take_back'],
  'sold again': ['bound', 'restock'],
  'destroyed after its return': ['destroyed', 'destroy'],
  'moved to a zone': ['bound', 'store'],
  'missing in a count': ['bound', 'lose'],
  'found after a count': ['bound', 'store'],
  'on hold': ['bound', 'pack'],
  'scrapped, then closed': ['void', 'closed'],
  printed: ['bound', 'issued'],
  'with a label that was printed again': ['bound', 'pack'],
  'taken off a waybill again': ['bound', 'unload'],
  'back in its case from a waybill': ['bound', 'pack'],
  'taken off a waybill that has left': ['bound', 'void_ship'],
  'detached from its return': ['bound', 'void_return'],
  'to be reworked': ['bound', 'rework'],
  'released from a hold': ['bound', 'pack'],
  'reopened after it was closed': ['bound', 'pack'],
  'inspected on the market': ['bound', 'pack'],
} as const;

type Step = 'load' | 'unload' | 'ship' | 'void_ship' | 'sign' | 'return' | 'void_return' | InspectionResult;

interface Stage {
  readonly server: TestServer;
  readonly plant: Plant;
  readonly device: TestDevice;
  readonly order: { readonly id: number; readonly order_no: string };
  readonly from_warehouse_id: number;
  readonly to_dealer_id: number;
}

/** Brings a code into a state. */
export function codesInStates(stage: Stage): Readonly<Record<keyof typeof statesOfCodes, () => Promise<string>>> {
  const { server, plant, device, order, from_warehouse_id, to_dealer_id } = stage;
  let zones = 0;
  return {
    'issued for a product': () => one(),
    'on a product': async () => report('bound', await one()),
    'put aside': async () => report('rejected', await one()),
    packed: async () => (await packed()).bottle,
    'a package': async () => (await packed()).box,
    'in a package on a pallet': onPallet,
    'taken out': takenOut,
    'taken out and packed elsewhere': packedElsewhere,
    'taken out of its set and packed elsewhere': outOfSet,
    'of a set that nobody confirmed': () => setOf(false),
    'of a confirmed set': () => setOf(true),
    scrapped: async () => report('scrapped', await one()),
    sampled: async () => report('sampled', await one()),
    replaced: async () => (await replaced()).bottle,
    'in place of another': async () => (await replaced()).fresh,
    'closed before use': async () => closed(await one()),
    'closed on goods': async () => closed((await packed()).bottle),
    'a case that something left': async () => (await openedCase()).box,
    'left behind in such a case': async () => (await openedCase()).left,
    'a pallet whose case something left': palletOfOpened,
    'a case that was emptied': emptied,
    'a case that was packed by mistake': async () => (await retracted()).box,
    'in such a case by mistake': async () => (await retracted()).bottle,
    'packed by mistake, then packed elsewhere': correctlyPacked,
    'in a case that got another code': async () => (await replacedCase()).bottle,
    'a case that got another code': async () => (await replacedCase()).box,
    'the other code of such a case': async () => (await replacedCase()).fresh,
    'a remainder': async () => (await remainder()).box,
    'in a remainder': async () => (await remainder()).bottle,
    'a case of a confirmed set that something left': openedSet,
    'of a set that was confirmed by mistake': retractedSet,
    loaded: async () => (await sold('load')).bottle,
    'taken out by loading': async () => (await sold('load')).box,
    shipped: async () => (await sold('ship')).bottle,
    'with a dealer': async () => (await sold('sign')).bottle,
    returned: async () => (await sold('return')).bottle,
    'sold again': async () => (await sold('restock')).bottle,
    'destroyed after its return': async () => (await sold('scrap')).bottle,
    'moved to a zone': async () => (await moved()).bottle,
    'missing in a count': async () => (await missing()).bottle,
    'found after a count': async () => (await found()).bottle,
    'on hold': async () => held((await packed()).bottle),
    'scrapped, then closed': async () => closed(await report('scrapped', await one())),
    printed: printed,
    'with a label that was printed again': printedAgain,
    'taken off a waybill again': unloaded,
    'back in its case from a waybill': async () => (await sold('unload')).bottle,
    'taken off a waybill that has left': async () => (await sold('void_ship')).bottle,
    'detached from its return': async () => (await sold('void_return')).bottle,
    'to be reworked': async () => (await sold('rework')).bottle,
    'released from a hold': async () => released((await packed()).bottle),
    'reopened after it was closed': async () => reopened((await packed()).bottle),
    'inspected on the market': async () => inspected((await packed()).bottle),
  };

  async function codes(level: 1 | 3 | 4, quantity: number) {
    return codesOfOrder(server, await plant.codes(level, quantity));
  }

  /** A case of three bottles. */
  async function packed() {
    const [[box], bottles] = [await codes(3, 1), await codes(1, 3)];
    await server.data(pack, { work_order_id: order.id, parent: box as string, children: bottles });
    return { box: box as string, bottle: bottles[0] as string, bottles };
  }

  /** What a device reports of one code. */
  async function report(eventType: 'printed' | 'bound' | 'scrapped' | 'sampled' | 'rejected', code: string) {
    const event_time = new Date().toISOString();
    const events = [{ id: '1', act: eventType, order_no: order.order_no, codes: [code], event_time }];
    const { results } = await device.data(deviceBatch, { batch_key: `${eventType} ${code}`, acts: events });
    expect(results).toEqual([{ id: '1', result: 'taken' }]);
    return code;
  }

  async function replaced() {
    const { bottle } = await packed();
    const [fresh] = await codes(1, 1);
    await server.data(replace, { old: bottle, new: fresh as string, reason: 'torn' });
    return { bottle, fresh: fresh as string };
  }

  async function setOf(confirmed: boolean) {
    const [pallets, , bottles] = await Promise.all((await plant.sets(1)).map((id) => codesOfOrder(server, id)));
    if (confirmed) await server.data(packSet, { work_order_id: order.id, code: pallets?.[0] as string });
    return bottles?.[0] as string;
  }

  async function one(level: 1 | 3 | 4 = 1) {
    return (await codes(level, 1))[0] as string;
  }

  async function onPallet() {
    const { box, bottle } = await packed();
    const other = await packed();
    await server.data(pack, { work_order_id: order.id, parent: await one(4), children: [box, other.box] });
    return bottle;
  }

  async function takenOut() {
    const { bottle } = await packed();
    await server.data(unpack, { children: [bottle], reason: 'broken' });
    return bottle;
  }

  async function packedElsewhere() {
    const bottle = await takenOut();
    await server.data(pack, { work_order_id: order.id, parent: await one(3), children: [bottle], remainder: true });
    return bottle;
  }

  async function outOfSet() {
    const bottle = await setOf(true);
    await server.data(unpack, { children: [bottle], reason: 'broken' });
    await server.data(pack, { work_order_id: order.id, parent: await one(3), children: [bottle], remainder: true });
    return bottle;
  }

  async function openedCase() {
    const { box, bottles } = await packed();
    const [out, left] = bottles as [string, string];
    await server.data(unpack, { children: [out], reason: 'broken' });
    return { box, out, left };
  }

  async function palletOfOpened() {
    const { box, bottle } = await packed();
    const pallet = await one(4);
    await server.data(pack, { work_order_id: order.id, parent: pallet, children: [box], remainder: true });
    await server.data(unpack, { children: [bottle], reason: 'broken' });
    return pallet;
  }

  async function emptied() {
    const { box } = await packed();
    await server.data(unpack, { parent: box, reason: 'broken' });
    return box;
  }

  async function declared(code: string) {
    const { acts: events } = await server.data(informationInquiry, { code });
    const event_id = events.find(({ act: eventType }) => eventType === 'pack')?.id as number;
    await server.data(declareWrong, { code, event_id, error: 'incorrect_data', reason: 'wrong label' });
  }

  async function retracted() {
    const { box, bottle } = await packed();
    await declared(bottle);
    return { box, bottle };
  }

  async function correctlyPacked() {
    const { bottle } = await retracted();
    await server.data(pack, { work_order_id: order.id, parent: await one(3), children: [bottle], remainder: true });
    return bottle;
  }

  async function replacedCase() {
    const { box, bottle } = await packed();
    const fresh = await one(3);
    await server.data(replace, { old: box, new: fresh, reason: 'torn' });
    return { box, bottle, fresh };
  }

  async function remainder() {
    const [box, bottles] = [await one(3), await codes(1, 2)];
    await server.data(pack, { work_order_id: order.id, parent: box, children: bottles, remainder: true });
    return { box, bottle: bottles[0] as string };
  }

  async function openedSet() {
    const bottle = await setOf(true);
    const [parent] = (await server.data(packageTree, { code: bottle })).parents;
    await server.data(unpack, { children: [bottle], reason: 'broken' });
    return parent?.code as string;
  }

  async function retractedSet() {
    const bottle = await setOf(true);
    await declared(bottle);
    return bottle;
  }

  async function sale(quantity: number): Promise<number> {
    const lines = [{ product_id: plant.product_id, quantity }];
    return (await server.data(waybill.add, { kind: 'sale', from_warehouse_id, to_dealer_id, lines })).id;
  }

  async function unloaded() {
    const { box } = await packed();
    const id = await sale(3);
    await server.data(load, { id, codes: [box] });
    await server.data(unload, { id, codes: [box] });
    return box;
  }

  /** A bottle that is taken out of its case and sold, up to a step of its way. */
  async function sold(until: Step) {
    const { box, bottle } = await packed();
    const id = await sale(1);
    await server.data(load, { id, codes: [bottle] });
    if (until === 'unload') await server.data(unload, { id, codes: [bottle] });
    if (until === 'load' || until === 'unload') return { box, bottle };
    await server.data(ship, { id });
    if (until === 'void_ship')
      await server.data(rdcDissociated, { waybill_id: id, codes: [bottle], reason: 'too many' });
    if (until === 'ship' || until === 'void_ship') return { box, bottle };
    await server.data(sign, { id, received: 'all' });
    if (until === 'sign') return { box, bottle };
    const returning = { dealer_id: to_dealer_id, warehouse_id: from_warehouse_id, reason: 'wet', lines: [] };
    const back = await server.data(refund.add, returning);
    await server.data(receiveReturn, { id: back.id, codes: [bottle] });
    if (until === 'void_return')
      await server.data(dissociated, { refund_id: back.id, codes: [bottle], reason: 'of another return' });
    else if (until !== 'return')
      await server.data(inspectReturn, { id: back.id, codes: [bottle], result: until, reason: 'seen' });
    return { box, bottle };
  }

  /** A case that is moved to a zone of its own in the warehouse. */
  async function moved() {
    const { box, bottle } = await packed();
    const name = `ZONE${++zones}`;
    const zone = { warehouse_code: name, warehouse_name: name, warehouse_type: 'finished', status: 'enabled' } as const;
    const { id: warehouse_id } = await server.data(warehouse.add, { ...zone, parent_id: from_warehouse_id });
    await server.data(stockMove, { warehouse_id, codes: [box] });
    return { box, bottle, warehouse_id };
  }

  /** A case that a count of its zone did not find. */
  async function missing() {
    const goods = await moved();
    const { id } = await server.data(stockCount.add, { warehouse_id: goods.warehouse_id });
    await server.data(countStart, { id });
    await server.data(countFinish, { id });
    const token = await server.as(['stock', 'stock:adjust']);
    await server.data(countApprove, { id, reason: 'nowhere' }, { token });
    return goods;
  }

  async function found() {
    const goods = await missing();
    await server.data(stockMove, { warehouse_id: goods.warehouse_id, codes: [goods.box] });
    return goods;
  }

  async function held(code: string) {
    await hold(code);
    return code;
  }

  async function hold(code: string): Promise<number> {
    const wait = { reason: 'laboratory', owner_id: 1, due_at: '2199-01-01T00:00:00Z' };
    return (await server.data(holdAdd, { scope: { codes: [code] }, ...wait })).id;
  }

  async function released(code: string) {
    const id = await hold(code);
    const token = await server.as(['hold', 'hold:release']);
    await server.data(holdRelease, { id, reason: 'as it should be' }, { token });
    return code;
  }

  async function reopened(code: string) {
    await closed(code);
    const [closure] = (await server.data(codeClosure.page, { size: 1 })).rows;
    const id = closure?.id as number;
    await server.data(reopenAsk, { id, reason: 'the wrong one' });
    await server.data(reopenApprove, { id }, { token: await server.as(['queryclose', 'queryclose:approve']) });
    return code;
  }

  async function inspected(code: string) {
    await server.data(inspectAdd, { code });
    return code;
  }

  async function printed() {
    return report('printed', await one());
  }

  async function printedAgain() {
    const { bottle: code } = await packed();
    await server.data(labelReprint, { code, reason: 'torn' });
    return code;
  }

  async function closed(code: string) {
    await server.data(codesClose, { codes: [code], reason: 'misprint' });
    return code;
  }
}
