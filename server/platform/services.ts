import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { MasterKey } from './master-key.ts';
import type { Regions } from './regions.ts';
import type { Routes } from './routes.ts';
import type { Sessions } from './sessions.ts';

/** What every module is given. */
export interface Services extends Database {
  readonly config: Config;
  readonly masterKey: MasterKey;
  readonly regions: Regions;
  readonly sessions: Sessions;
  readonly routes: Routes;
  readonly log: FastifyBaseLogger;
  /** The address printed in codes and shown to people, without a trailing slash. */
  readonly publicUrl: () => string;
}
