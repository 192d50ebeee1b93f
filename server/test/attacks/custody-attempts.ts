import type { ScanAct } from '@suyuan/contract/handheld/act.ts';
import type { GoodsFileEvent } from '@suyuan/contract/physical/goods-file.ts';
import { wmsEvents, wmsShipments } from '@suyuan/contract/physical/wms.ts';
import { deviceBatch, deviceEvents } from '@suyuan/contract/plant/device/device.ts';
import { newDevice, scannedBy } from '../goods/handheld-scans.ts';
import type { Order, Papers, Placed, Somebody } from './custody-stage.ts';

// Whatever somebody could try with goods: by each call of the contract that acts on codes, an input, or several.

/** Codes that are on no goods yet. */
export interface Fresh {
  readonly bottle: string;
  readonly box: string;
  readonly pallet: string;
}

export interface Trial {
  readonly goods: Placed;
  readonly by: Somebody;
  readonly papers: Papers;
  /** A running order: that which made the goods for their maker, and somebody's own for others. */
  readonly order: Order;
  readonly fresh: Fresh;
  /** The event that packed the goods. */
  readonly packedBy: number;
  readonly productId: number;
  /** A code order that others of these codes are of. */
  readonly codeOrder: number;
}

type Inputs = (trial: Trial) => readonly object[];

const reason = 'x';
const first = ({ bottles }: Placed) => bottles[0] as string;
const each = (ids: readonly (number | undefined)[], input: (id: number) => object): object[] =>
  ids.flatMap((id) => (id === undefined ? [] : [input(id)]));

const marking: Inputs = ({ goods, order }) => [
  { work_order_id: order.id, codes: [first(goods)], moving: true, reason },
];

/** By path, what people send. */
export const byPeople: Readonly<Record<string, Inputs>> = {
  '/api/plant/relevance/pack': ({ goods, fresh, order }) => {
    const common = { work_order_id: order.id, remainder: true, moving: true };
    return [
      { ...common, parent: fresh.box, children: [first(goods)] },
      { ...common, parent: fresh.pallet, children: [goods.box] },
      { ...common, parent: goods.box, children: [fresh.bottle] },
    ];
  },
  '/api/plant/relevance/packset': ({ goods, order }) => [{ work_order_id: order.id, code: goods.box }],
  '/api/plant/relevance/undo': ({ goods, packedBy }) => [{ parent: goods.box, event_id: packedBy }],
  '/api/plant/relevance/repack': ({ goods, fresh, order }) => {
    const common = { work_order_id: order.id, reason };
    return [
      { ...common, parent: goods.box, contents: goods.bottles.slice(1) },
      { ...common, parent: fresh.box, contents: [first(goods)] },
    ];
  },
  '/api/plant/relevance/scrap': marking,
  '/api/plant/relevance/sample': marking,
  '/api/plant/relevance/reject': marking,
  '/api/plant/clearances/add': ({ goods, order }) => [
    {
      ...{ line_id: order.lineId, labels_left: 0, difference_reason: reason, checks: [] },
      destroyed: [{ first_code: first(goods), last_code: first(goods) }],
    },
  ],
  '/api/plant/relevance/unmark': ({ goods }) => [{ codes: [first(goods)], reason }],
  '/api/plant/relevance/reprint': ({ goods }) => [
    { code: first(goods), reason },
    { code: goods.box, reason },
  ],
  '/api/plant/unrelevance1/add': ({ goods }) => [
    { parent: goods.box, reason },
    { children: [first(goods)], reason },
  ],
  '/api/plant/replace/add': ({ goods, fresh }) => [
    { old: first(goods), new: fresh.bottle, reason },
    { old: goods.box, new: fresh.box, reason },
  ],
  '/api/physical/stockdetail/move': ({ goods, by }) =>
    by.warehouses.flatMap((warehouse_id) => [
      { warehouse_id, codes: [goods.box] },
      { warehouse_id, codes: [first(goods)], take_out: true },
    ]),
  '/api/physical/freight/load': ({ goods, papers }) =>
    each([papers.draft, papers.loading, goods.waybill], (id) => ({
      ...{ id, codes: [goods.box, first(goods)], override_reason: reason },
    })),
  '/api/physical/freight/unload': ({ goods, papers }) =>
    each([papers.loading, goods.waybill], (id) => ({ id, codes: [goods.box] })),
  '/api/handheld/scans': ({ goods, papers, by, fresh, order }) => {
    const [bottle, { box }] = [first(goods), goods];
    const of = (act: ScanAct, documents: readonly (number | undefined)[], more = {}) =>
      documents.flatMap((document_id) =>
        document_id === undefined ? [] : [box, bottle].map((code) => ({ act, document_id, code, reason, ...more })),
      );
    const leaving = [papers.draft, papers.loading, goods.waybill];
    const arriving = [papers.shipped, goods.waybill];
    const tries = [
      ...(['load', 'unload'] as const).map((act) => of(act, leaving)),
      ...(['receive', 'unreceive'] as const).map((act) => of(act, arriving, { singly: true, damaged: true })),
      of('move', by.warehouses, { moving: true }),
      of('return', [papers.refund, goods.refund]),
      [
        { act: 'pack' as const, document_id: order.id, code: fresh.box, codes: [bottle], moving: true },
        { act: 'pack' as const, document_id: order.id, code: fresh.pallet, codes: [box] },
        { act: 'pack' as const, document_id: order.id, code: box, codes: [fresh.bottle] },
      ],
      [
        { act: 'unpack' as const, code: bottle, singly: true, reason },
        { act: 'unpack' as const, code: box, reason },
      ],
      [
        { act: 'replace' as const, code: bottle, codes: [fresh.bottle], reason },
        { act: 'replace' as const, code: box, codes: [fresh.box], reason },
      ],
    ];
    return tries.filter((some) => some.length > 0).map((some) => scannedBy(newDevice(), some));
  },
  '/api/physical/freight/sign': ({ goods, papers }) =>
    each([papers.shipped, goods.waybill], (id) => ({
      ...{ id, received: [goods.box], differences: [{ code: first(goods), kind: 'short' }] },
    })),
  '/api/physical/arrival/scan': ({ goods, papers }) =>
    each([papers.shipped, goods.waybill], (id) => ({ id, codes: [goods.box, first(goods)], singly: true })),
  '/api/physical/minderlieferung/add': ({ goods, papers, by }) =>
    each([papers.shipped, goods.waybill], (waybill_id) => ({
      ...{ waybill_id, codes: [goods.box], reason, to_warehouse_id: by.warehouses[0] },
    })),
  '/api/physical/barter/add': ({ goods, papers }) =>
    each([papers.shipped, goods.waybill], (waybill_id) => ({
      ...{ waybill_id, reason, pairs: [{ old: papers.onIt, new: goods.box }] },
    })).concat(
      each([papers.shipped, goods.waybill], (waybill_id) => ({
        ...{ waybill_id, reason, pairs: [{ old: goods.box, new: papers.inStock }] },
      })),
    ),
  '/api/physical/rdcdissociated/add': ({ goods, papers }) =>
    each([papers.shipped, goods.waybill], (waybill_id) => ({ waybill_id, codes: [goods.box], reason })),
  '/api/physical/refund/receive': ({ goods, papers }) =>
    each([papers.refund, goods.refund], (id) => ({ id, codes: [goods.box] })),
  '/api/physical/refund/inspect': ({ goods, papers }) =>
    each([papers.refund, goods.refund], (id) => ({ id, codes: [goods.box], result: 'restock', reason })),
  '/api/physical/dissociated/add': ({ goods, papers }) =>
    each([papers.refund, goods.refund], (refund_id) => ({ refund_id, codes: [goods.box], reason })),
  '/api/report/connect/receive': ({ goods }) =>
    each([goods.paper], (id) => ({ id, counted: 0, missing: [goods.box], difference_reason: reason })),
  '/api/tagging/segments/bind': ({ goods, productId }) => [{ codes: [first(goods)], product_id: productId }],
  '/api/tagging/segments/unbind': ({ goods, codeOrder }) => [
    { order_id: codeOrder, first_code: first(goods), last_code: first(goods) },
  ],
  '/api/tagging/closures/add': ({ goods }) => [{ codes: [first(goods)], reason }],
  // These name a document, and move what is on it.
  '/api/physical/freight/ship': ({ goods }) => each([goods.waybill], (id) => ({ id, short_reason: reason })),
  '/api/report/connect/withdraw': ({ goods }) => each([goods.paper], (id) => ({ id, reason })),
};

/** Of the calls above, those that name documents alone. */
export const byDocument = ['/api/physical/freight/ship', '/api/report/connect/withdraw'];

/** By path, the queries that files of codes are sent with, and what their lines say of goods. */
export const byFile: Readonly<Record<string, (files: Files) => readonly FileOfCodes[]>> = {
  '/api/physical/xiazai/upload': ({ papers, numberOf }) =>
    (
      [
        ['load', papers.draft],
        ['unload', papers.loading],
        ['sign', papers.shipped],
        ['return', papers.refund],
      ] as const
    ).map(([eventType, id]) => ({
      query: { act: eventType },
      line: ({ box }) => [`${numberOf(eventType, id)},${box}`],
    })),
  '/api/physical/freight/upload': ({ papers: { draft } }) => [
    { query: { id: draft, override_reason: reason }, line: ({ box, bottles }) => [box, bottles[0] as string] },
  ],
  '/api/plant/relevance/upload': ({ order, fresh }) => [
    {
      query: { work_order_id: order.id },
      line: ({ box, bottles }) => [`${fresh.box},${bottles[0]}`, `${fresh.pallet},${box}`, `${box},${fresh.bottle}`],
    },
  ],
};

interface Files extends Pick<Trial, 'papers' | 'order' | 'fresh'> {
  readonly numberOf: (eventType: GoodsFileEvent, id: number) => string;
}

interface FileOfCodes {
  readonly query: object;
  readonly line: (goods: Placed) => readonly string[];
}

let keys = 0;
const key = () => `trial-${++keys}`;

/** What the device of a line sends: every event that there is. */
export function byLine({ goods, fresh, order }: Trial): readonly object[] {
  const common = { order_no: order.orderNo, event_time: new Date().toISOString(), cause: reason };
  const events = deviceEvents.flatMap((eventType): object[] => {
    if (eventType === 'packed') {
      return [
        { ...common, act: eventType, parent: fresh.box, codes: [first(goods)], remainder: true },
        { ...common, act: eventType, parent: goods.box, codes: [fresh.bottle], remainder: true },
        { ...common, act: eventType, parent: fresh.pallet, codes: [goods.box], remainder: true },
      ];
    }
    const single = { ...common, act: eventType, codes: [first(goods)] };
    return eventType === 'unpacked' ? [{ ...common, act: eventType, parent: goods.box, codes: [] }, single] : [single];
  });
  return events.map((event) => ({ id: '1', ...event }));
}

export const batchOf = (event: object) => ({ batch_key: key(), acts: [event] });

/** What the system of a warehouse sends for a waybill: every event that there is. */
export const bySystem = ({ goods }: Trial, waybillNo: string): readonly object[] =>
  wmsEvents.map((eventType) => ({
    batch_key: key(),
    act: eventType,
    waybill_no: waybillNo,
    codes: [goods.box],
    reason,
  }));

/** The calls of devices that these events are sent by. */
export const byDevices = [deviceBatch.path, wmsShipments.path];

/** Device calls that name no codes. */
export const aboutNoGoods = [
  '/api/devices/leases',
  '/api/devices/leases/codes',
  '/api/devices/leases/return',
  '/api/devices/heartbeat',
  '/api/devices/states',
];
