import { exportsOfFiles } from './collected.ts';
import type { Services } from './platform/services.ts';
import type { Rooms } from './rooms.ts';

/** A file that serves the calls of one thing, or of several things that share parts. */
interface Serving {
  readonly default: (services: Services, rooms: Rooms) => Promise<void> | void;
}

const serving = (await exportsOfFiles('.serve.ts')) as Serving[];

/** Serves all calls of the contract except for those of the platform, by the files `<things>.serve.ts`. */
export async function serveModules(services: Services, rooms: Rooms): Promise<void> {
  for (const { default: serve } of serving) await serve(services, rooms);
}
