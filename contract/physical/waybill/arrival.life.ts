import { defineLife } from '../../life.ts';
import {
  arrivalComplete,
  arrivalDiscard,
  arrivalFinish,
  arrivalMark,
  arrivalResume,
  arrivalScan,
  arrivalSeal,
  arrivalUndo,
} from './arrival-steps.ts';
import { unsign } from './waybill.ts';

export const countStatuses = ['counting', 'completed', 'signed'] as const;

/** 收货清点: the count of a waybill that arrives. */
export const arrivalCountLife = defineLife({
  thing: 'arrival_count',
  statuses: countStatuses,
  steps: {
    scan: { from: ['counting'], by: arrivalScan, undoneBy: 'undo' },
    undo: { from: ['counting'], by: arrivalUndo, undoneBy: 'scan' },
    /** The condition of a code; that it is good takes it back. */
    mark: { from: ['counting'], by: arrivalMark, undoneBy: 'mark' },
    /** How the seal was found; that nothing is said of it takes it back. */
    seal: { from: ['counting'], by: arrivalSeal, undoneBy: 'seal' },
    complete: {
      from: ['counting'],
      to: 'completed',
      by: arrivalComplete,
      undoneBy: 'resume',
      leaves: 'of a blind count, how often it was gone on with after its differences were shown',
    },
    resume: { from: ['completed'], to: 'counting', by: arrivalResume, undoneBy: 'complete' },
    finish: {
      from: ['completed'],
      to: 'signed',
      by: arrivalFinish,
      undoneBy: 'unsign',
      leaves: 'what signing for the waybill leaves; its proof of delivery, which is withdrawn by itself',
    },
    /** The signature is taken back: its count waits to be signed for again. */
    unsign: { from: ['signed'], to: 'completed', by: unsign, undoneBy: 'finish' },
    discard: {
      from: ['counting', 'completed'],
      by: arrivalDiscard,
      undoneBy: { nothing: 'nothing was received by it: the goods are scanned anew' },
    },
  },
});
