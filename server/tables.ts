import { glob } from 'node:fs/promises';
import { collectTables, type Tables } from './platform/database/table.ts';

const here = new URL('.', import.meta.url);

/** Every table there is, with its facts: what the files `<thing>.table.ts` export. */
export const tables: Tables = collectTables(await Promise.all((await fileNames()).map(exportsOf)));

/** In the order of their names, on every machine. */
async function fileNames(): Promise<string[]> {
  const names = await Array.fromAsync(glob('{platform,identity,trace,scans,modules}/**/*.table.ts', { cwd: here }));
  return names.toSorted();
}

function exportsOf(file: string): Promise<object> {
  return import(new URL(file, here).href);
}
