import { statfs } from 'node:fs/promises';
import {
  type SystemMinute,
  type SystemStatus,
  systemMinutes,
  systemStatus,
  verifiedData,
} from '@suyuan/contract/organ/system-status.ts';
import { lastBackups } from '#platform/backup/made-backups.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import type { Services } from '#platform/services.ts';
import { databaseSize, isCluster, largestTables } from '#platform/status/database-size.ts';
import { signPeriod } from '#platform/status/server-signs.ts';
import type { Verifications } from '#platform/status/verifications.ts';
import { version } from '#platform/version.ts';
import { lastRestorations } from './restorations.ts';

const maxTables = 10;
const maxBroken = 10;
const maxBackups = 10;
const maxRestorations = 10;

/** Serves 系统状态: how the installation is, for those who look after it. */
export function serveSystemStatus({ routes, system, config, verifications, serverId }: Services): void {
  const { sql } = system.enterprise;

  routes.serve(systemStatus, async () => {
    const [database, disk, jobs, verified, backups, restorations, servers] = await Promise.all([
      databaseOf(sql, config.databaseUrl === undefined),
      diskOf(config.dataDir),
      jobsOf(sql),
      verificationsOf(verifications),
      lastBackups(sql, maxBackups),
      lastRestorations(sql, maxRestorations),
      serversOf(sql, serverId),
    ]);
    const started_at = new Date(Date.now() - process.uptime() * 1000).toISOString();
    return {
      ...{ version, started_at, database, disk, jobs, verifications: verified, restorations, servers },
      backups: backups.map(({ began_at, ended_at: _, ...backup }) => ({ ...backup, began_at: began_at.toISOString() })),
    };
  });

  routes.serve(systemMinutes, async ({ server_id = serverId }) => {
    const minutes = await sql<{ ends_at: Date; figures: Omit<SystemMinute, 'ends_at'> }[]>`
      select ends_at, figures from server_minute
      where server_id = ${server_id} and ends_at > now() - interval '1 hour' order by ends_at`;
    return minutes.map(({ ends_at, figures }) => ({ ...figures, ends_at: ends_at.toISOString() }));
  });
}

async function databaseOf(sql: Sql, isEmbedded: boolean): Promise<SystemStatus['database']> {
  const [cluster, bytes, tables, [about]] = await Promise.all([
    isCluster(sql),
    databaseSize(sql),
    largestTables(sql, maxTables),
    sql<{ version: string }[]>`select split_part(current_setting('server_version'), ' ', 1) as version`,
  ]);
  const kind = cluster ? 'citus' : isEmbedded ? 'embedded' : 'postgresql';
  return { kind, version: about?.version ?? '', bytes, tables };
}

async function diskOf(folder: string): Promise<SystemStatus['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

async function jobsOf(sql: Sql): Promise<SystemStatus['jobs']> {
  const [open, brokenJobs] = await Promise.all([
    openJobs(sql),
    sql<{ id: string; menu_key: string; account_name: string; ended_at: Date }[]>`
      select job.id, job.menu_key, account.account_name, job.ended_at from job join account on account.id = job.account_id
      where job.state = 'broken' and job.ended_at > now() - interval '1 day' order by job.ended_at desc limit ${maxBroken}`,
  ]);
  const count = (jobState: 'waiting' | 'running') => open.find(({ state }) => state === jobState)?.jobs ?? 0;
  const oldest = open.flatMap((one) => one.oldest ?? []).sort((one, other) => one.getTime() - other.getTime())[0];
  return {
    waiting: count('waiting'),
    running: count('running'),
    oldest_at: oldest?.toISOString() ?? null,
    broken: brokenJobs.map((job) => ({ ...job, ended_at: job.ended_at.toISOString() })),
  };
}

async function verificationsOf(verifications: Verifications): Promise<SystemStatus['verifications']> {
  const last = await verifications.last();
  return verifiedData.map((verified) => {
    const verification = last.find((one) => one.verified === verified);
    return {
      verified,
      at: verification?.at.toISOString() ?? null,
      problems: verification?.problems ?? 0,
      clean_at: verification?.cleanAt?.toISOString() ?? null,
    };
  });
}

/** A server that has missed three signs of life is silent. */
async function serversOf(sql: Sql, own: string): Promise<SystemStatus['servers']> {
  const servers = await sql<
    {
      id: string;
      host_name: string;
      version: string;
      started_at: Date;
      seen_at: Date;
      state: 'running' | 'stopped' | 'silent';
    }[]
  >`
    select id, host_name, version, started_at, seen_at,
      case when stopped_at is not null then 'stopped'
        when seen_at < now() - make_interval(secs => ${3 * signPeriod}) then 'silent' else 'running' end as state
    from server order by stopped_at is not null, host_name, started_at`;
  return servers.map(({ started_at, seen_at, ...server }) => ({
    ...server,
    started_at: started_at.toISOString(),
    seen_at: seen_at.toISOString(),
    answers: server.id === own,
  }));
}
