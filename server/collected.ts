import { fileNames, importFile } from './collected-files.ts';

/** The exports of all files of the server with this ending, in the order of their names. */
export function exportsOfFiles(ending: `.${string}.ts`): Promise<object[]> {
  return Promise.all(fileNames.filter((name) => name.endsWith(ending)).map(importFile));
}
