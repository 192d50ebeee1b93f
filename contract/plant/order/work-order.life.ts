import { defineLife, type StepOf } from '../../life.ts';
import {
  workOrder,
  workOrderFinish,
  workOrderHold,
  workOrderRelease,
  workOrderStart,
  workOrderStatuses,
} from './work-order.ts';
import { workOrderClose, workOrderReopen } from './work-order-closing.ts';

export const workOrderLife = defineLife({
  thing: 'work order',
  statuses: workOrderStatuses,
  steps: {
    update: { from: ['draft'], by: workOrder.update, undoneBy: 'update' },
    delete: {
      from: ['draft'],
      by: workOrder.remove,
      undoneBy: { nothing: 'nothing was made for it: the same order is added anew' },
    },
    release: {
      from: ['draft'],
      to: 'released',
      by: workOrderRelease,
      undoneBy: { nothing: 'its lot is known to its line' },
    },
    start: {
      from: ['released', 'held', 'finished'],
      to: 'running',
      by: workOrderStart,
      undoneBy: {
        released: { nothing: 'codes may be in use by then: the order is finished, with what was made' },
        held: 'hold',
        finished: 'finish',
      },
    },
    hold: { from: ['running'], to: 'held', by: workOrderHold, undoneBy: 'start' },
    finish: {
      from: ['running', 'held'],
      to: 'finished',
      by: workOrderFinish,
      undoneBy: { running: 'start', held: { nothing: 'it is started again, and runs until it is held' } },
    },
    close: {
      from: ['finished'],
      to: 'closed',
      by: workOrderClose,
      undoneBy: 'reopen',
      leaves: 'the figures that were signed, and who closed and reopened it, why',
    },
    reopen: {
      from: ['closed'],
      to: 'finished',
      by: workOrderReopen,
      undoneBy: 'close',
      leaves: 'who reopened it, and why',
    },
  },
});
export type WorkOrderStep = StepOf<typeof workOrderLife>;
