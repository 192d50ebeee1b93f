import { defineLife } from '../../life.ts';
import {
  shiftDelete,
  shiftHand,
  shiftHandoverStatuses,
  shiftReceive,
  shiftTakeBack,
  shiftUpdate,
} from './shift-handover.ts';

/** The hand-over of a shift: prepared, signed by those who leave, signed by those who come. */
export const shiftHandoverLife = defineLife({
  thing: 'hand-over of a shift',
  statuses: shiftHandoverStatuses,
  steps: {
    update: { from: ['draft'], by: shiftUpdate, undoneBy: 'update' },
    delete: {
      from: ['draft'],
      by: shiftDelete,
      undoneBy: { nothing: 'nobody has signed it: the same hand-over is prepared anew' },
    },
    hand: {
      from: ['draft'],
      to: 'handed',
      by: shiftHand,
      undoneBy: 'take_back_handed',
      leaves: 'who had signed, and who took that back, why',
    },
    receive: {
      from: ['handed'],
      to: 'received',
      by: shiftReceive,
      undoneBy: 'take_back_received',
      leaves: 'who had signed, and who took that back, why',
    },
    take_back_received: { from: ['received'], to: 'handed', by: shiftTakeBack, undoneBy: 'receive' },
    take_back_handed: { from: ['handed'], to: 'draft', by: shiftTakeBack, undoneBy: 'hand' },
  },
});
