import { readdir } from 'node:fs/promises';

const here = new URL('.', import.meta.url);
const paths = (await readdir(here, { recursive: true })).map((name) => name.replaceAll('\\', '/'));

/** The files in the folders of the contract, in an order that is the same on every machine. */
export const fileNames: readonly string[] = paths
  .filter((name) => /^(?!node_modules).*\/.*(?<!\.test)\.ts$/.test(name))
  .toSorted();

/** Imports one of them. */
export const importFile = (name: string): Promise<object> => import(new URL(name, here).href);
