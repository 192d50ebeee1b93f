import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { SystemDatabase } from './access/system-database.ts';
import type { Regions } from './areas/regions.ts';
import type { Config } from './config/config.ts';
import type { ServerSettings } from './config/settings.ts';
import type { Caches } from './database/caches.ts';
import type { Tables } from './database/table.ts';
import type { ImportJobs } from './imports/import-jobs.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Sweeps } from './jobs/sweeps.ts';
import type { Locale } from './language.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Notices } from './notices/notices.ts';
import type { Pictures } from './pictures/pictures.ts';
import type { MasterKey } from './secrets/master-key.ts';
import type { Routes } from './serve/routes.ts';
import type { LongAnswers } from './spool/long-answers.ts';
import type { Spool } from './spool/spool.ts';
import type { Verifications } from './status/verifications.ts';
import type { Issuance } from './time-mark/issuance.ts';

/** The services of the platform, which every module gets. */
export interface Services {
  /** For pages and files; calls of the contract are served by `routes`. */
  readonly app: FastifyInstance;
  /**
   * The database without row security, by the reason for which it is used. Calls of a signed-in account use `caller.db` and
   * `change.db`.
   */
  readonly system: SystemDatabase;
  readonly tables: Tables;
  readonly caches: Caches;
  readonly config: Config;
  readonly masterKey: MasterKey;
  readonly regions: Regions;
  readonly routes: Routes;
  readonly jobs: Jobs;
  readonly imports: ImportJobs;
  readonly answers: LongAnswers;
  readonly pictures: Pictures;
  /** Temporary files on disk. */
  readonly spool: Spool;
  /** Logs what is handed to the world outside of the database. */
  readonly issuance: Issuance;
  /** Regular housekeeping. */
  readonly sweeps: Sweeps;
  /** Tells accounts what happened. */
  readonly notices: Notices;
  /** What this server counts and measures. */
  readonly metrics: Metrics;
  /** Identifies this server over its restarts. */
  readonly serverId: string;
  /** When the data were last verified. */
  readonly verifications: Verifications;
  readonly log: FastifyBaseLogger;
  readonly settings: ServerSettings;
  /** The address printed in codes and shown to people, without a trailing slash. */
  readonly publicUrl: () => string;
  /** The IANA time zone of the enterprise: where its days begin. */
  readonly timeZone: () => string;
}

/** The language and time zone for texts to a caller. */
export const localeOf = ({ timeZone }: Pick<Services, 'timeZone'>, { language }: Pick<Locale, 'language'>): Locale => ({
  language,
  timeZone: timeZone(),
});
