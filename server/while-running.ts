import type { FastifyInstance } from 'fastify';
import { backUp } from '#commands/backup-process.ts';
import { BackupSchedule } from '#platform/backup/schedule.ts';
import { configuredStorage } from '#platform/backup/storage/configured-storage.ts';
import type { Database } from '#platform/database/database.ts';
import type { ClusterNodes } from '#platform/health/cluster-nodes.ts';
import type { DiskSpace } from '#platform/health/disk-space.ts';
import type { Pressure } from '#platform/health/pressure.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Sweeps } from '#platform/jobs/sweeps.ts';
import type { Services } from '#platform/services.ts';
import { RestoreWatch } from '#restores/watch.ts';

// What goes on beside the calls while a server runs, and ends with it.

/** How long running calls may continue when the server stops, in milliseconds. */
const grace = 3000;

/** Moves a database that was put back to an earlier time forward, and goes on watching. */
export async function watchRestores(
  app: FastifyInstance,
  parts: ConstructorParameters<typeof RestoreWatch>[0],
): Promise<void> {
  const watch = new RestoreWatch(parts);
  await watch.open();
  app.addHook('onClose', () => watch.close());
}

/** Runs background jobs and sweeps until the server stops. */
export async function workOn(app: FastifyInstance, jobs: Jobs, sweeps: Sweeps): Promise<void> {
  await jobs.open();
  sweeps.start();
  app.addHook('preClose', async () => {
    sweeps.stop();
    await jobs.close();
  });
}

/** Makes backups at their hour until the server stops. */
export async function scheduleBackups(services: Services, { long }: Database): Promise<void> {
  const { config } = services;
  const make = (name: string, signal: AbortSignal) => backUp(config, name, signal);
  const schedule = new BackupSchedule({ ...services, sql: long.sql, storage: configuredStorage(config), make });
  await schedule.open();
  services.app.addHook('preClose', () => schedule.close());
}

/** Watches what the server depends on until it stops. */
export async function watch(
  app: FastifyInstance,
  watches: readonly (ClusterNodes | DiskSpace | Pressure)[],
): Promise<void> {
  for (const one of watches) await one.open();
  app.addHook('preClose', async () => {
    for (const one of watches) one.close();
  });
}

/** Closes connections some time after the server begins to stop, so that slow downloads do not block it; they can be resumed. */
export function cutOffWhenStopping(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), grace).unref();
  });
}
