import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import { calls } from '@suyuan/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import { SystemDatabase } from '#platform/access/system-database.ts';
import { Regions } from '#platform/areas/regions.ts';
import { AccessLog } from '#platform/audit/access-log.ts';
import { AuditLog } from '#platform/audit/audit-log.ts';
import type { Config } from '#platform/config/config.ts';
import { ServerSettings } from '#platform/config/settings.ts';
import { Caches } from '#platform/database/caches.ts';
import type { Database } from '#platform/database/database.ts';
import { serveFind } from '#platform/find/find.ts';
import { type FoundThing, isFoundThing } from '#platform/find/found.ts';
import { ClusterNodes } from '#platform/health/cluster-nodes.ts';
import { DiskSpace } from '#platform/health/disk-space.ts';
import { Draining } from '#platform/health/draining.ts';
import { serveHealth } from '#platform/health/health.ts';
import { Pressure } from '#platform/health/pressure.ts';
import { serveOpenApi } from '#platform/http/system-routes.ts';
import { ImportJobs, serveImportJobs } from '#platform/imports/import-jobs.ts';
import { Jobs, type RunTurn } from '#platform/jobs/jobs.ts';
import { Sweeps } from '#platform/jobs/sweeps.ts';
import { SlowWork } from '#platform/log/slow-work.ts';
import { Metrics } from '#platform/metrics/metrics.ts';
import { MinuteMeter } from '#platform/metrics/minute-meter.ts';
import { allowConsoles } from '#platform/network/cross-origin.ts';
import { limitRates } from '#platform/network/rate-limits.ts';
import { sendSecurityHeaders } from '#platform/network/security-headers.ts';
import { Notices } from '#platform/notices/notices.ts';
import { serveNotices } from '#platform/notices/serve-notices.ts';
import { isWaitingWork, type WaitingWork } from '#platform/notices/waiting.ts';
import { servePages } from '#platform/pages/pages.ts';
import { Pictures, servePictures } from '#platform/pictures/pictures.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import { refuseOtherKey, requireMasterKey } from '#platform/secrets/master-key-in-use.ts';
import { KeyCalls } from '#platform/serve/once/key-calls.ts';
import { Routes } from '#platform/serve/routes.ts';
import type { Services } from '#platform/services.ts';
import { LongAnswers } from '#platform/spool/long-answers.ts';
import { Spool } from '#platform/spool/spool.ts';
import { letGoOfStalled } from '#platform/spool/stalled.ts';
import { ServerSigns } from '#platform/status/server-signs.ts';
import { showNodesAway, showState } from '#platform/status/state-metrics.ts';
import { Verifications } from '#platform/status/verifications.ts';
import { Issuance } from '#platform/time-mark/issuance.ts';
import { fillSample } from '#sample/sample.ts';
import { AuditCheck } from './audit-check.ts';
import { declaredIn, exportsOfFiles } from './collected.ts';
import { httpServer } from './http-server.ts';
import type { SharedServices } from './shared-services.ts';
import { openSharedServices } from './shared-services.ts';
import { tables } from './tables.ts';
import { cutOffWhenStopping, scheduleBackups, watch, watchRestores, workOn } from './while-running.ts';

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly masterKey: MasterKey;
  /** Identifies the server over its restarts. */
  readonly identity?: string;
  /** The URL that the server listens on, without a trailing slash; available once it listens. */
  readonly publicUrl: () => string;
  /** Runs jobs in another thread; without it, they run in this one. */
  readonly runJob?: RunTurn;
  /** Only runs jobs, which another thread takes from the queue: it answers no calls and does nothing of its own accord. */
  readonly isJobThread?: true;
}

export interface App {
  readonly app: FastifyInstance;
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  /** Fills an empty system with sample data: a month's goods, or the given share of them. */
  readonly fillSample: (share?: number) => Promise<void>;
  readonly draining: Draining;
}

const megabyte = 2 ** 20;
/** The period of checks whether something is due, in seconds. */
const halfHour = 1800;

/** Builds the server on a migrated database, without listening. Closing it leaves the database open. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, database, masterKey, isJobThread } = options;
  const { services, draining, pressure } = await openServices(options);
  const { app, jobs, sweeps, metrics, verifications, issuance, serverId, log } = services;
  await refuseOtherKey(database.sql, masterKey);
  // Before the rules are read: some may come back.
  if (!isJobThread) await watchRestores(app, { config, database, masterKey, issuance, log, writer: serverId });
  const shared = await openSharedServices(services);
  await requireMasterKey(database.sql, masterKey);
  const nodes = new ClusterNodes(database.reserved.sql, log);
  await serveAll(services, shared, { database, draining, nodes });
  const signs = new ServerSigns(database.reserved.sql, serverId, new MinuteMeter(metrics, database.pools), log);
  sweeps.add(signs);
  const auditCheck = new AuditCheck(database.long, masterKey, services);
  verifications.add('audit', () => auditCheck.last());
  sweeps.add(auditCheck, halfHour);
  cutOffWhenStopping(app);
  letGoOfStalled(app.server, config.stallSeconds);
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  showNodesAway(metrics, nodes);
  if (!isJobThread) {
    await watch(app, [nodes, new DiskSpace(config.dataDir, log), pressure]);
    await workOn(app, jobs, sweeps);
    await signs.start();
    app.addHook('preClose', () => signs.stop());
    await scheduleBackups(services, database);
  }
  const filling = { ...shared, services, signal: stopping.signal };
  return { app, jobs, metrics, fillSample: (share) => fillSample(filling, share), draining };
}

/** The HTTP server without any routes, and the services of the platform. */
export async function openServices({
  config,
  database,
  masterKey,
  identity = randomUUID(),
  publicUrl,
  runJob,
}: AppOptions): Promise<{ services: Services; draining: Draining; pressure: Pressure }> {
  const settings = new ServerSettings(config, publicUrl);
  const timeZone = () => settings.timeZone().value;
  const metrics = new Metrics();
  const app = httpServer(config, metrics, timeZone);
  const slowWork = new SlowWork(config, app.log);
  slowWork.watch(app);
  for (const { sql } of Object.values(database.pools)) sql.watch(slowWork);
  const draining = new Draining(app);
  await sendSecurityHeaders(app, config);
  allowConsoles(app, config.consoleOrigins);
  // Small answers are compressed synchronously, since a stream costs more than the compression.
  await app.register(compress, { threshold: 1024, syncThreshold: 16 * 1024 });
  await app.register(multipart, {
    // Too large files are refused by `file-upload.ts`, with a text in the caller's language.
    throwFileSizeLimit: false,
    limits: { files: 1, fileSize: config.fileMegabytes * megabyte, fields: 20, fieldSize: 64 * 1024 },
  });
  const limits = await limitRates(app, config);
  await serveOpenApi(app);

  const caches = new Caches({ sql: database.sql, log: app.log, tables });
  const audit = new AuditLog(database, tables, masterKey, caches);
  const access = new AccessLog(database.sql, app.log, config.accessLogDays);
  app.addHook('preClose', () => access.flush());
  const spool = new Spool(join(config.dataDir, 'spool'), config.spoolMegabytes);
  // One long connection is reserved for the system's own work.
  const answers = new LongAnswers(spool, Math.max(1, database.long.connections - 1));
  const pressure = new Pressure(app.log, database.sql.connections);
  const keyCalls = new KeyCalls(database.sql, timeZone);
  const routes = new Routes(app, {
    keyCalls,
    calls,
    tables,
    database,
    audit,
    access,
    limits,
    pressure,
    answers,
    spool,
  });
  const jobs = new Jobs(database, app.log, config, {
    server: identity,
    ended: (kind, state) => metrics.jobEnded(kind, state),
    runElsewhere: runJob,
  });
  jobs.authoriseBy((calls, accountId, from) => routes.callers.ofJob(calls, accountId, from));
  const verifications = new Verifications();
  metrics.watchPools(database.pools);
  showState(metrics, { database, config, spool, verifications, log: app.log });
  const services: Services = {
    app,
    system: new SystemDatabase(database),
    tables,
    caches,
    config,
    masterKey,
    routes,
    jobs,
    imports: new ImportJobs({ jobs, audit, spool, database }),
    spool,
    answers,
    pictures: new Pictures(database.sql, tables, config),
    issuance: new Issuance(),
    sweeps: new Sweeps(jobs, app.log),
    notices: new Notices(database),
    settings,
    publicUrl: () => settings.publicUrl().value,
    timeZone,
    regions: new Regions(),
    metrics,
    serverId: identity,
    verifications,
    log: app.log,
  };
  services.sweeps.add(access);
  services.sweeps.add(keyCalls);
  return { services, draining, pressure };
}

/** Registers the routes of all calls and pages. Throws if a call of the contract is not served. */
export async function serveAll(
  services: Services,
  shared: SharedServices,
  health: Parameters<typeof serveHealth>[1],
): Promise<void> {
  const { app, routes, jobs, sweeps, pictures, notices, config } = services;
  services.notices.kinds.provide(waitingWork);
  await serveModules(services, shared);
  serveImportJobs(routes, jobs);
  serveFind(routes, foundThings);
  serveNotices(services, waitingWork);
  routes.complete();
  for (const one of [pictures, notices, jobs]) sweeps.add(one);
  servePictures(app, pictures);
  serveHealth(app, health);
  await servePages(app, calls, config);
}

/** All lists that the search of the console covers: the exports of files `<thing>.found.ts`. */
const foundThings: readonly FoundThing[] = await declaredIn('.found.ts', isFoundThing);

/** All work that waits for people: the exports of files `<thing>.waiting.ts`. */
const waitingWork: readonly WaitingWork[] = await declaredIn('.waiting.ts', isWaitingWork);

/** A file that serves the calls of one thing, or of several things that share parts. */
interface Serving {
  readonly default: (services: Services, shared: SharedServices) => Promise<void> | void;
}

const serving = (await exportsOfFiles('.serve.ts')) as Serving[];

/** Serves all calls of the contract except for those of the platform, by the files `<things>.serve.ts`. */
async function serveModules(services: Services, shared: SharedServices): Promise<void> {
  for (const { default: serve } of serving) await serve(services, shared);
}
