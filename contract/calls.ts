import { readdir } from 'node:fs/promises';
import type { Call } from './call/call.ts';
import { callsIn } from './thing/thing.ts';

const here = new URL('.', import.meta.url);

/**
 * All calls: those that the files in the folders of the contract export, alone or as part of a list or thing. Only these can be
 * served. The folder is read once, so this file is for the server and for tests.
 */
export const calls: readonly Call[] = (await Promise.all((await fileNames()).map(exportsOf))).flatMap(callsIn);

/** File names in a fixed order, the same on every machine. */
async function fileNames(): Promise<string[]> {
  const names = (await readdir(here, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  return names.filter((name) => /^(?!node_modules).*\/.*(?<!\.test)\.ts$/.test(name)).toSorted();
}

function exportsOf(file: string): Promise<object> {
  return import(new URL(file, here).href);
}
