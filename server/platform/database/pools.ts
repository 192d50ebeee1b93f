import type { Database } from './database.ts';

interface OnDatabase {
  readonly system: Database;
}

/** Services on the reserved connections, for calls that must be answered even while everything else waits. */
export const answeredFirst = <Services extends OnDatabase>(services: Services): Services => ({
  ...services,
  system: { ...services.system, ...services.system.kept },
});

/** Services on the connections for work that takes minutes. */
export const atLength = <Services extends OnDatabase>(services: Services): Services => ({
  ...services,
  system: { ...services.system, ...services.system.long },
});
