import { exportsOfFiles } from './collected.ts';
import { isWaitingWork, type WaitingWork } from './platform/notices/waiting.ts';

/** What waits for people: what the files `<thing>.waiting.ts` export. */
export const waitingWork: readonly WaitingWork[] = (await exportsOfFiles('.waiting.ts'))
  .flatMap((file) => Object.values(file))
  .filter(isWaitingWork);
