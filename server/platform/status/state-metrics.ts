import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { lastBackupTimes } from '../backup/made-backups.ts';
import type { Config } from '../config/config.ts';
import { type Database, isOutage } from '../database/database.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Spool } from '../spool/spool.ts';
import { databaseSize } from './database-size.ts';
import type { Verifications } from './verifications.ts';

interface Parts {
  readonly database: Database;
  readonly config: Config;
  readonly spool: Spool;
  readonly verifications: Verifications;
  readonly log: FastifyBaseLogger;
}

/** Seconds for which what was read of the database is shown again: several may read the metrics. */
const fresh = 10;
/** The same for the size of the database, which takes a look at each of its files. */
const freshSize = 300;
/** Milliseconds after which the database counts as away; a scrape has ten seconds by default. */
const patience = 3000;

/** Shows the state that is in the database and on disk: jobs, verifications, backups, sizes. */
export function showState(metrics: Metrics, { database, config, spool, verifications, log }: Parts): void {
  const { sql } = database.reserved;
  const isUp = metrics.gauge('suyuan_database_up', 'Whether the database answers.');
  const readings = [
    showJobs(metrics, sql),
    showVerifications(metrics, verifications),
    showBackups(metrics, sql),
    showKey(metrics, sql),
  ];
  const size = metrics.gauge('suyuan_database_size_bytes', 'Size of the database, on all nodes of a cluster.');
  const readState = atMostEvery(fresh, async () => void (await Promise.all(readings.map((one) => one()))));
  const readSize = atMostEvery(freshSize, async () => size.set(await databaseSize(sql)));
  metrics.collected(showDisk(metrics, { config, spool, log }));
  metrics.collected(async () => {
    try {
      await Promise.race([Promise.all([readState(), readSize()]), tooLate()]);
      isUp.set(1);
    } catch (error) {
      isUp.set(0);
      // That the database is away is told by this metric, and by every call that needs it.
      if (!isOutage(error) && error !== late) log.error(error, 'reading the state for the metrics failed');
    }
  });
}

function showJobs(metrics: Metrics, sql: Parts['database']['sql']) {
  const count = metrics.gauge('suyuan_jobs', 'Background jobs that wait or run.', ['state']);
  const age = metrics.gauge('suyuan_oldest_job_age_seconds', 'Age of the oldest job that waits or runs.', ['state']);
  return async () => {
    for (const { state, jobs, oldest } of await openJobs(sql)) {
      count.set({ state }, jobs);
      age.set({ state }, oldest === null ? 0 : Math.max(0, (Date.now() - oldest.getTime()) / 1000));
    }
  };
}

function showVerifications(metrics: Metrics, verifications: Verifications) {
  const labels: 'verification'[] = ['verification'];
  const last = metrics.gauge('suyuan_last_verification_timestamp_seconds', 'When the data were last verified.', labels);
  const clean = metrics.gauge(
    'suyuan_last_clean_verification_timestamp_seconds',
    'When a verification last found nothing wrong.',
    labels,
  );
  const problems = metrics.gauge('suyuan_verification_problems', 'What the last verification found wrong.', labels);
  return async () => {
    for (const { verified: verification, at, cleanAt, problems: count } of await verifications.last()) {
      last.set({ verification }, at.getTime() / 1000);
      if (cleanAt) clean.set({ verification }, cleanAt.getTime() / 1000);
      problems.set({ verification }, count);
    }
  };
}

function showBackups(metrics: Metrics, sql: Parts['database']['sql']) {
  const last = metrics.gauge(
    'suyuan_last_backup_timestamp_seconds',
    'The moment that the last complete backup is of.',
    ['made_by'],
  );
  return async () => {
    for (const { is_scheduled, at } of await lastBackupTimes(sql))
      last.set({ made_by: is_scheduled ? 'schedule' : 'command' }, at.getTime() / 1000);
  };
}

function showKey(metrics: Metrics, sql: Parts['database']['sql']) {
  const gauge = metrics.gauge('suyuan_master_key_created_timestamp_seconds', 'Since when the master key is in use.');
  return async () => {
    const [key] = await sql<{ since: Date }[]>`select began_at as since from master_key where retired_at is null`;
    if (key) gauge.set(key.since.getTime() / 1000);
  };
}

function showDisk(metrics: Metrics, { config, spool, log }: Pick<Parts, 'config' | 'spool' | 'log'>) {
  const free = metrics.gauge('suyuan_data_folder_free_bytes', 'Free space on the disk of the data folder.');
  const size = metrics.gauge('suyuan_data_folder_size_bytes', 'Size of the disk of the data folder.');
  const usage = metrics.gauge('suyuan_spool_used_bytes', 'Temporary files in the data folder.');
  const limit = metrics.gauge('suyuan_spool_limit_bytes', 'The most that temporary files may take.');
  limit.set(config.spoolMegabytes * 2 ** 20);
  return async () => {
    usage.set(spool.used);
    try {
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      free.set(bavail * bsize);
      size.set(blocks * bsize);
    } catch (error) {
      log.error(error, 'reading the free space of the data folder failed');
    }
  };
}

/** Shows how many workers of a cluster do not answer; none without a cluster. */
export function showNodesAway(metrics: Metrics, nodes: { readonly away: readonly string[] }): void {
  const away = metrics.gauge('suyuan_cluster_nodes_away', 'Workers of the cluster that do not answer.');
  metrics.collected(() => away.set(nodes.away.length));
}

const late = new Error('the database does not answer');

async function tooLate(): Promise<never> {
  await wait(patience, undefined, { ref: false });
  throw late;
}

/** The same work, done again only some seconds after it was done last; whoever asks meanwhile waits for what is under way. */
function atMostEvery(seconds: number, work: () => Promise<void>): () => Promise<void> {
  let doneAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;
  return async () => {
    if (performance.now() - doneAt < seconds * 1000) return;
    underWay ??= work()
      .then(() => {
        doneAt = performance.now();
      })
      .finally(() => {
        underWay = undefined;
      });
    await underWay;
  };
}
