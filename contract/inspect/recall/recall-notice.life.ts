import { defineLife } from '../../life.ts';
import { recallClose } from './recall.ts';
import {
  recallAcknowledge,
  recallAnswer,
  recallNoticeStatuses,
  recallPass,
  recallUnacknowledge,
  recallUnpass,
} from './recall-notice.ts';

export const recallNoticeLife = defineLife({
  thing: 'recall notice',
  statuses: recallNoticeStatuses,
  steps: {
    acknowledge: { from: ['sent'], to: 'acknowledged', by: recallAcknowledge, undoneBy: 'unacknowledge' },
    unacknowledge: {
      from: ['acknowledged'],
      to: 'sent',
      by: recallUnacknowledge,
      undoneBy: 'acknowledge',
    },
    /** Also without an acknowledgement, which it then is. */
    answer: {
      from: ['sent', 'acknowledged', 'answered'],
      to: 'answered',
      by: recallAnswer,
      undoneBy: { nothing: 'a report was relied on: another one replaces it, and both are kept' },
    },
    pass: {
      from: ['acknowledged', 'answered'],
      by: recallPass,
      undoneBy: { call: recallUnpass },
    },
    close: {
      from: ['sent', 'acknowledged', 'answered'],
      to: 'closed',
      by: recallClose,
      undoneBy: { nothing: 'the recall was signed as closed: another recall asks anew' },
    },
  },
});
