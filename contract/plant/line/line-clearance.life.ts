import { defineLife } from '../../life.ts';
import { clearanceDelete, clearanceSign, clearanceStatuses, clearanceTakeBack } from './line-clearance.ts';

/** The clearance of a line: recorded by one person, signed by another. */
export const lineClearanceLife = defineLife({
  thing: 'clearance of a line',
  statuses: clearanceStatuses,
  steps: {
    delete: {
      from: ['prepared'],
      by: clearanceDelete,
      undoneBy: { nothing: 'it has one signature: the line is cleared and recorded anew' },
    },
    sign: {
      from: ['prepared'],
      to: 'signed',
      by: clearanceSign,
      undoneBy: 'take_back',
      leaves: 'why the signature was taken back',
    },
    take_back: { from: ['signed'], to: 'prepared', by: clearanceTakeBack, undoneBy: 'sign' },
  },
});
