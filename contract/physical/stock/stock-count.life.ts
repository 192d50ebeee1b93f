import { defineLife } from '../../life.ts';
import {
  countApprove,
  countCancel,
  countFinish,
  countResume,
  countScan,
  countStart,
  countStatuses,
  countUnscan,
  stockCount,
} from './stock-count.ts';
import { stockMove } from './stock-move.ts';

export const countLife = defineLife({
  thing: 'stock count',
  statuses: countStatuses,
  steps: {
    update: { from: ['draft'], by: stockCount.update, undoneBy: 'update' },
    delete: {
      from: ['draft'],
      by: stockCount.remove,
      undoneBy: { nothing: 'nothing was counted: the same count is added anew' },
    },
    start: {
      from: ['draft'],
      to: 'counting',
      by: countStart,
      undoneBy: { nothing: 'counting changes nothing in stock: the count is cancelled' },
    },
    scan: { from: ['counting'], by: countScan, undoneBy: 'unscan' },
    unscan: { from: ['counting'], by: countUnscan, undoneBy: 'scan' },
    finish: {
      from: ['counting'],
      to: ['to_approve', 'done'],
      by: countFinish,
      undoneBy: 'resume',
    },
    resume: { from: ['to_approve'], to: 'counting', by: countResume, undoneBy: 'finish' },
    approve: {
      from: ['to_approve'],
      to: 'done',
      by: countApprove,
      undoneBy: { call: stockMove },
      leaves:
        'both events, in the history of the codes: missing goods are found by storing them, others are moved back',
    },
    cancel: {
      from: ['counting', 'to_approve'],
      to: 'cancelled',
      by: countCancel,
      undoneBy: { nothing: 'nothing has changed in stock: the place is counted anew' },
    },
  },
});
