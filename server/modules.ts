import { glob } from 'node:fs/promises';
import type { Services } from './platform/services.ts';
import type { Rooms } from './rooms.ts';

const here = new URL('.', import.meta.url);

/** Serves calls: of one thing, or of several that share more than the rooms. */
type Serve = (services: Services, rooms: Rooms) => Promise<void> | void;

const serving = await Promise.all((await fileNames()).map(serveIn));

/** Serves what the files `<things>.serve.ts` of the modules serve: all calls of the contract but the platform's own. */
export async function serveModules(services: Services, rooms: Rooms): Promise<void> {
  for (const serve of serving) await serve(services, rooms);
}

/** In the order of their names, on every machine. */
async function fileNames(): Promise<string[]> {
  const names = await Array.fromAsync(glob('modules/**/*.serve.ts', { cwd: here }));
  return names.toSorted();
}

async function serveIn(file: string): Promise<Serve> {
  return (await import(new URL(file, here).href)).default;
}
