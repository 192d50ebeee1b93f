import { exportsOfFiles } from './collected.ts';
import type { Services } from './platform/services.ts';
import type { Rooms } from './rooms.ts';

/** Serves calls: of one thing, or of several that share more than the rooms. */
interface Serving {
  readonly default: (services: Services, rooms: Rooms) => Promise<void> | void;
}

const serving = (await exportsOfFiles('.serve.ts')) as Serving[];

/** Serves what the files `<things>.serve.ts` serve: all calls of the contract but the platform's own. */
export async function serveModules(services: Services, rooms: Rooms): Promise<void> {
  for (const { default: serve } of serving) await serve(services, rooms);
}
