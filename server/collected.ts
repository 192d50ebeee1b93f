import { readdir } from 'node:fs/promises';

const here = new URL('.', import.meta.url);
const rooms = ['platform', 'identity', 'trace', 'scans', 'modules'];

const inRooms = await Promise.all(rooms.map(filesIn));
const names = inRooms.flat().toSorted();

/** The exports of all files of the server with this ending, sorted by name so that the order is the same on every machine. */
export function exportsOfFiles(ending: `.${string}.ts`): Promise<object[]> {
  return Promise.all(names.filter((name) => name.endsWith(ending)).map((name) => import(new URL(name, here).href)));
}

async function filesIn(room: string): Promise<string[]> {
  const found = await readdir(new URL(`${room}/`, here), { recursive: true });
  return found.map((name) => `${room}/${name.replaceAll('\\', '/')}`);
}
