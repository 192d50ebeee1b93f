import { defineLife } from '../../life.ts';
import { lotResultAdd, lotResultWithdraw } from './lot-result.ts';

/** The result of a test of a lot: it holds until it is withdrawn, or another one takes its place. */
export const lotResultLife = defineLife({
  thing: 'result of a test',
  statuses: ['given', 'withdrawn'],
  steps: {
    withdraw: {
      from: ['given'],
      to: 'withdrawn',
      by: lotResultWithdraw,
      undoneBy: { call: lotResultAdd },
      leaves: 'the withdrawn result, and who withdrew it, why',
    },
  },
});
