import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { EnterpriseSettings } from './enterprise.ts';
import type { ImportJobs } from './import-jobs.ts';
import type { MasterKey } from './master-key.ts';
import type { Regions } from './regions.ts';
import type { Routes } from './routes.ts';
import type { Sessions } from './sessions.ts';

/** What every module is given. */
export interface Services {
  /**
   * The database without regard to who calls: for public calls, the system's own work, and what is about codes rather
   * than rows. A call of a signed-in account uses `caller.db` and `change.db`.
   */
  readonly system: Database;
  readonly config: Config;
  readonly masterKey: MasterKey;
  readonly regions: Regions;
  readonly sessions: Sessions;
  readonly routes: Routes;
  readonly imports: ImportJobs;
  readonly log: FastifyBaseLogger;
  /** What the enterprise's page sets for the whole server. */
  readonly enterprise: EnterpriseSettings;
  /** The address printed in codes and shown to people, without a trailing slash. */
  readonly publicUrl: () => string;
  /** The IANA time zone of the enterprise: where its days begin. */
  readonly timeZone: () => string;
}
