import type { FastifyBaseLogger } from 'fastify';
import type { EnterpriseSettings } from '../modules/base/enterprise/settings.ts';
import type { Sessions } from '../modules/organ/session/sessions.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { ImportJobs } from './jobs/import-jobs.ts';
import type { Regions } from './places/regions.ts';
import type { MasterKey } from './secrets/master-key.ts';
import type { LongAnswers } from './serve/long-answers.ts';
import type { Routes } from './serve/routes.ts';

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
  readonly answers: LongAnswers;
  readonly log: FastifyBaseLogger;
  /** What the enterprise's page sets for the whole server. */
  readonly enterprise: EnterpriseSettings;
  /** The address printed in codes and shown to people, without a trailing slash. */
  readonly publicUrl: () => string;
  /** The IANA time zone of the enterprise: where its days begin. */
  readonly timeZone: () => string;
}
