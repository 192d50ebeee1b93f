import { exportsOfFiles } from './collected.ts';
import { type FoundThing, isFoundThing } from './platform/find/found.ts';

/** What is found from anywhere in the console: what the files `<thing>.found.ts` export. */
export const foundThings: readonly FoundThing[] = (await exportsOfFiles('.found.ts'))
  .flatMap((file) => Object.values(file))
  .filter(isFoundThing);
