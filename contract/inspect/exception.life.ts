import { defineLife } from '../life.ts';
import { productionData, wmsLog } from '../physical/exceptions.ts';
import { repeatedCode } from '../plant/packing/repeated-code.ts';
import { type ExceptionScreen, exceptionStatuses } from '../trace/exception.ts';

const screens = [repeatedCode, productionData, wmsLog] as const;
const byAll = (step: 'assign' | 'note' | 'retry' | 'settle' | 'discard' | 'reopen') =>
  screens.map((screen: Pick<ExceptionScreen, typeof step>) => screen[step]);

export const exceptionLife = defineLife({
  thing: 'exception',
  statuses: exceptionStatuses,
  steps: {
    assign: { from: ['open'], by: byAll('assign'), undoneBy: 'assign' },
    note: {
      from: ['open', 'settled', 'discarded'],
      by: byAll('note'),
      undoneBy: { nothing: 'a note is a record: another one puts it right' },
    },
    retry: {
      from: ['open'],
      to: ['open', 'settled'],
      by: byAll('retry'),
      undoneBy: { nothing: 'what was taken is undone as what is done at a desk' },
    },
    settle: {
      from: ['open'],
      to: 'settled',
      by: byAll('settle'),
      undoneBy: 'reopen',
      leaves: 'both steps, in its history, and who settled it as its owner if it had none',
    },
    discard: {
      from: ['open'],
      to: 'discarded',
      by: byAll('discard'),
      undoneBy: 'reopen',
      leaves: 'both steps, in its history, and who discarded it as its owner if it had none',
    },
    /** Not of what was taken when it was tried again. */
    reopen: {
      from: ['settled', 'discarded'],
      to: 'open',
      by: byAll('reopen'),
      undoneBy: { settled: 'settle', discarded: 'discard' },
      leaves: 'all steps, in its history',
    },
  },
});
