import { isWaitingWork, type WaitingWork } from '#platform/notices/waiting.ts';
import { exportsOfFiles } from './collected.ts';

/** All work that waits for people: the exports of files `<thing>.waiting.ts`. */
export const waitingWork: readonly WaitingWork[] = (await exportsOfFiles('.waiting.ts'))
  .flatMap((file) => Object.values(file))
  .filter(isWaitingWork);
