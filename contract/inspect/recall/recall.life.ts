import { defineLife } from '../../life.ts';
import { recallBegin, recallClose, recallDelete, recallRelease, recallStatuses, recallUpdate } from './recall.ts';

export const recallLife = defineLife({
  thing: 'recall',
  statuses: recallStatuses,
  steps: {
    update: { from: ['planned'], by: recallUpdate, undoneBy: 'update' },
    delete: {
      from: ['planned'],
      by: recallDelete,
      undoneBy: { nothing: 'nothing was held by it: the same recall is planned anew' },
    },
    /** A drill holds nothing. */
    begin: {
      from: ['planned'],
      to: 'begun',
      by: recallBegin,
      undoneBy: 'release',
      leaves: 'both acts, in the history of the codes, and the recall, which is closed with a note',
    },
    close: {
      from: ['begun'],
      to: 'closed',
      by: recallClose,
      undoneBy: { nothing: 'its mass balance is kept as it was signed: another recall goes on' },
    },
    /** 解冻, wholly or by code, in a recall that holds goods. */
    release: {
      from: ['begun', 'closed'],
      by: recallRelease,
      undoneBy: { nothing: 'the goods may have been sold since: another recall or hold keeps back what is left' },
    },
  },
});
