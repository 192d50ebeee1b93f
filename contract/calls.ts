import { readdir } from 'node:fs/promises';
import type { Call } from './call/call.ts';
import { callsIn } from './thing/thing.ts';

const here = new URL('.', import.meta.url);

/**
 * Every call there is: those that the files of the contract's folders export, by themselves or in a list or thing. A call
 * that is not among them cannot be served. It reads the folder, once: it is for the server and for tests.
 */
export const calls: readonly Call[] = (await Promise.all((await fileNames()).map(exportsOf))).flatMap(callsIn);

/** In the order of their names, on every machine. */
async function fileNames(): Promise<string[]> {
  const names = (await readdir(here, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  return names.filter((name) => /^(?!node_modules).*\/.*(?<!\.test)\.ts$/.test(name)).toSorted();
}

function exportsOf(file: string): Promise<object> {
  return import(new URL(file, here).href);
}
