import { defineLife, type StepOf } from '../life.ts';
import { closeReturn, dissociated, inspectReturn, receiveReturn, refund, refundStatuses } from './refund.ts';

export const refundLife = defineLife({
  thing: 'return',
  statuses: refundStatuses,
  steps: {
    update: { from: ['requested'], by: refund.update, undoneBy: 'update' },
    delete: {
      from: ['requested'],
      by: refund.remove,
      undoneBy: { nothing: 'nothing came back by it: the same return is asked for anew' },
    },
    receive: {
      from: ['requested', 'receiving', 'inspecting'],
      to: ['receiving', 'inspecting'],
      by: receiveReturn,
      undoneBy: 'dissociate',
      leaves: 'both acts, in the history of the codes, and the exception of goods that were not sold to the dealer',
    },
    /** 解除运单关联 of a return. */
    dissociate: {
      from: ['receiving', 'inspecting'],
      to: ['requested', 'receiving', 'inspecting'],
      by: dissociated,
      undoneBy: 'receive',
      leaves: 'both acts, in the history of the codes',
    },
    inspect: {
      from: ['receiving', 'inspecting'],
      /** It is closed once all that was announced has come back and is inspected. */
      to: ['inspecting', 'closed'],
      by: inspectReturn,
      undoneBy: { nothing: 'the goods are in stock, or destroyed' },
    },
    close: {
      from: ['requested', 'receiving', 'inspecting'],
      to: 'closed',
      by: closeReturn,
      undoneBy: { nothing: 'all goods of it are settled: what comes back later comes back by another return' },
    },
  },
});
export type RefundStep = StepOf<typeof refundLife>;
