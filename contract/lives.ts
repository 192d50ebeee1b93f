import { fileNames, importFile } from './call-files.ts';
import { type DeclaredLife, isLife } from './life.ts';

/** The lives of all records that have one, from the files `<thing>.life.ts`. For the documentation and for tests. */
export const lifeOfThings: readonly DeclaredLife[] = (
  await Promise.all(fileNames.filter((name) => name.endsWith('.life.ts')).map(importFile))
).flatMap((exports) => Object.values(exports).filter(isLife));
