import { defineLife } from '../../life.ts';
import {
  caseClose,
  caseLink,
  caseNote,
  caseReopen,
  caseStatuses,
  caseUnlink,
  caseUpdate,
  caseWarningsAdd,
  caseWarningsRemove,
} from './case.ts';

export const caseLife = defineLife({
  thing: 'case',
  statuses: caseStatuses,
  steps: {
    update: { from: ['open'], by: caseUpdate, undoneBy: 'update' },
    note: {
      from: ['open', 'closed'],
      by: caseNote,
      undoneBy: { nothing: 'a note is a record: another one puts it right' },
    },
    addwarnings: {
      from: ['open'],
      by: caseWarningsAdd,
      undoneBy: 'removewarnings',
      leaves: 'both steps, in its history',
    },
    removewarnings: {
      from: ['open'],
      by: caseWarningsRemove,
      undoneBy: 'addwarnings',
      leaves: 'both steps, in its history',
    },
    link: { from: ['open'], by: caseLink, undoneBy: 'unlink', leaves: 'both steps, in its history' },
    unlink: { from: ['open'], by: caseUnlink, undoneBy: 'link', leaves: 'both steps, in its history' },
    close: {
      from: ['open'],
      to: 'closed',
      by: caseClose,
      undoneBy: 'reopen',
      leaves: 'both steps, in its history and in those of its warnings',
    },
    reopen: {
      from: ['closed'],
      to: 'open',
      by: caseReopen,
      undoneBy: 'close',
      leaves: 'both steps, in its history and in those of its warnings',
    },
  },
});
