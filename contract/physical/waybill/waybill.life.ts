import { defineLife, type StepOf } from '../../life.ts';
import { barter, minderlieferung, rdcDissociated } from '../amendment.ts';
import { arrivalFinish } from './arrival-steps.ts';
import { proofWithdraw, prove } from './delivery-proof.ts';
import { close, load, reopen, ship, sign, unload, unsign, waybill, waybillStatuses } from './waybill.ts';

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
    /** Allowed again after signing, and after closing, for goods that arrive later. */
    sign: {
      from: ['shipped', 'signed', 'closed'],
      to: ['signed', 'closed'],
      by: [sign, arrivalFinish],
      undoneBy: {
        shipped: 'unsign',
        signed: { nothing: 'all that arrived is taken back together, by `unsign`' },
        closed: { nothing: 'the waybill is opened again first, and all that arrived taken back' },
      },
      leaves:
        'both acts, in the history of the codes; cases that came without their pallet stay out of it; the hold of what was ' +
        'damaged, which is released',
    },
    unsign: {
      from: ['signed'],
      to: 'shipped',
      by: unsign,
      undoneBy: 'sign',
      leaves: 'both acts, in the history of the codes; who signs, and when, is told anew',
    },
    /** 签收凭证. */
    prove: {
      from: ['shipped', 'signed', 'closed'],
      by: prove,
      undoneBy: 'withdraw',
      leaves: 'the proof, as withdrawn',
    },
    withdraw: {
      from: ['shipped', 'signed', 'closed'],
      by: proofWithdraw,
      undoneBy: 'prove',
      leaves: 'the proof that was withdrawn',
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
      undoneBy: 'reopen',
      leaves: 'goods that were said to be destroyed or sent back stay so',
    },
    reopen: {
      from: ['closed'],
      to: ['shipped', 'signed'],
      by: reopen,
      undoneBy: 'close',
      leaves: 'the changes of the waybill, in the audit log',
    },
  },
});
export type WaybillStep = StepOf<typeof waybillLife>;
