import { type FoundThing, isFoundThing } from '#platform/find/found.ts';
import { exportsOfFiles } from './collected.ts';

/** All lists that the search of the console covers: the exports of files `<thing>.found.ts`. */
export const foundThings: readonly FoundThing[] = (await exportsOfFiles('.found.ts'))
  .flatMap((file) => Object.values(file))
  .filter(isFoundThing);
