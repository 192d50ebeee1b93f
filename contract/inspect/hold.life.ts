import { defineLife } from '../life.ts';
import { holdAdd, holdRelease, holdStatuses, holdUpdate } from './hold.ts';

export const holdLife = defineLife({
  thing: 'hold',
  statuses: holdStatuses,
  steps: {
    update: { from: ['held'], by: holdUpdate, undoneBy: 'update' },
    /** 解冻, wholly or by code. */
    release: {
      from: ['held'],
      to: ['held', 'released'],
      by: holdRelease,
      undoneBy: { call: holdAdd },
      leaves: 'both holds, each with who released it and why',
    },
  },
});
