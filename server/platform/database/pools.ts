import type { Database } from './database.ts';

interface OnDatabase {
  readonly system: Database;
}

/** The same on the connections for scans and signing in: answered also while everything else waits. */
export const answeredFirst = <Services extends OnDatabase>(services: Services): Services => ({
  ...services,
  system: { ...services.system, ...services.system.kept },
});

/** The same on the connections for what takes long. */
export const atLength = <Services extends OnDatabase>(services: Services): Services => ({
  ...services,
  system: { ...services.system, ...services.system.long },
});
