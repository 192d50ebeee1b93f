import { defineLife } from '../../life.ts';
import { stopMark, taskFinish, taskReopen, taskStatuses, taskUpdate, taskWithdraw } from './inspect-task.ts';

export const taskLife = defineLife({
  thing: "inspector's task",
  statuses: taskStatuses,
  steps: {
    update: { from: ['open'], by: taskUpdate, undoneBy: 'update' },
    /** A stop may be marked as open again. */
    mark: { from: ['open'], by: stopMark, undoneBy: 'mark' },
    finish: { from: ['open'], to: 'finished', by: taskFinish, undoneBy: 'reopen', leaves: 'its result' },
    withdraw: { from: ['open'], to: 'withdrawn', by: taskWithdraw, undoneBy: 'reopen', leaves: 'the reason' },
    reopen: {
      from: ['finished', 'withdrawn'],
      to: 'open',
      by: taskReopen,
      undoneBy: { finished: 'finish', withdrawn: 'withdraw' },
    },
  },
});
