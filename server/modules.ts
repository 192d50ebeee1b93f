import type { Services } from '#platform/services.ts';
import { exportsOfFiles } from './collected.ts';
import type { SharedServices } from './shared-services.ts';

/** A file that serves the calls of one thing, or of several things that share parts. */
interface Serving {
  readonly default: (services: Services, shared: SharedServices) => Promise<void> | void;
}

const serving = (await exportsOfFiles('.serve.ts')) as Serving[];

/** Serves all calls of the contract except for those of the platform, by the files `<things>.serve.ts`. */
export async function serveModules(services: Services, shared: SharedServices): Promise<void> {
  for (const { default: serve } of serving) await serve(services, shared);
}
