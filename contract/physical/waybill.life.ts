import { defineLife, type StepOf } from '../life.ts';
import { barter, minderlieferung, rdcDissociated } from './amendment.ts';
import { close, load, ship, sign, unload, waybill, waybillStatuses } from './waybill.ts';

const goodsInStock = 'the goods are in stock again, and are shipped by loading them on a waybill';

export const waybillLife = defineLife({
  thing: 'waybill',
  statuses: waybillStatuses,
  steps: {
    update: { from: ['draft', 'loading', 'shipped', 'signed'], by: waybill.update, undoneBy: 'update' },
    delete: {
      from: ['draft'],
      by: waybill.remove,
      undoneBy: { nothing: 'nothing was on it: the same waybill is added anew' },
    },
    load: {
      from: ['draft', 'loading'],
      to: 'loading',
      by: load,
      undoneBy: 'unload',
      leaves: 'both acts, in the history of the codes',
    },
    unload: {
      from: ['loading'],
      to: ['draft', 'loading'],
      by: unload,
      undoneBy: 'load',
      leaves: 'both acts, in the history of the codes',
    },
    ship: {
      from: ['loading'],
      to: 'shipped',
      by: ship,
      undoneBy: { nothing: 'the goods are on their way: they are set free, or signed for' },
    },
    /** Allowed again after signing, for goods that arrive later. */
    sign: {
      from: ['shipped', 'signed'],
      to: 'signed',
      by: sign,
      undoneBy: { nothing: 'the goods are where they arrived' },
    },
    /** 减货, 解除运单关联. */
    free: {
      from: ['shipped', 'signed'],
      by: [minderlieferung, rdcDissociated],
      undoneBy: { nothing: goodsInStock },
    },
    /** 换货. */
    exchange: {
      from: ['shipped', 'signed'],
      by: barter,
      undoneBy: 'exchange',
      leaves: 'both exchanges, in the history of the codes',
    },
    close: {
      from: ['shipped', 'signed'],
      to: 'closed',
      by: close,
      undoneBy: { nothing: 'a closed waybill is a record' },
    },
  },
});
export type WaybillStep = StepOf<typeof waybillLife>;
