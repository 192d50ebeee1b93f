import { readdir } from 'node:fs/promises';

const here = new URL('.', import.meta.url);
const shared = ['platform', 'identity', 'trace', 'scans', 'modules'];
const inRooms = await Promise.all(shared.map(filesIn));

/** The files of the server whose names say what they export (`<thing>.<what>.ts`), in an order that is the same on every machine. */
export const fileNames: readonly string[] = inRooms
  .flat()
  .filter((name) => /\.(?!test\.)\w+\.ts$/.test(name))
  .toSorted();

/** Imports one of them. */
export const importFile = (name: string): Promise<object> => import(new URL(name, here).href);

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(new URL(`${folder}/`, here), { recursive: true });
  return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}
