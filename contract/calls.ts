import { glob } from 'node:fs/promises';
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
  const names = await Array.fromAsync(glob('*/**/*.ts', { cwd: here, exclude: ['**/*.test.ts'] }));
  return names.toSorted();
}

function exportsOf(file: string): Promise<object> {
  return import(new URL(file, here).href);
}
