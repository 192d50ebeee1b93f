import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Connection } from '../database/database.ts';
import type { Sql } from '../database/driver/sql.ts';
import type { Notices } from '../notices/notices.ts';
import type { Outcome } from './made-backups.ts';
import { type BackupStorage, scheduledName } from './storage/storage.ts';

interface Parts {
  readonly sql: Sql;
  readonly config: Pick<Config, 'backupHour' | 'backupsKept' | 'backupPassphrase' | 'backupBucket'>;
  /** Where it backs up to; undefined for nowhere. */
  readonly storage: BackupStorage | undefined;
  readonly timeZone: () => string;
  readonly notices: Notices;
  readonly log: FastifyBaseLogger;
  readonly serverId: string;
  /** Makes a backup, apart from the server; rejects with what is to be told. */
  readonly make: (name: string, signal: AbortSignal) => Promise<Outcome>;
}

const minute = 60_000;
/** Who looks after the installation. */
const administrators = { holding: 'systemstatus' } as const;
const leads = [{ screen: 'systemstatus', query: '' }];
const about = 'backup';

/** Backs up every day into a folder or a bucket, by one of the servers, and tells administrators when that fails. */
export class BackupSchedule {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Does nothing unless there is a place for backups. */
  async open(): Promise<void> {
    const { sql, serverId, storage, config, log } = this.#parts;
    if (!storage) return;
    if (config.backupBucket && config.backupPassphrase === undefined)
      log.warn('backups in the bucket are not encrypted: set SUYUAN_BACKUP_PASSPHRASE');
    await sql`
      update backup set state = 'failed', ended_at = now(), failure = 'The server was stopped.'
      where server_id = ${serverId} and state = 'running'`;
    this.#timer = setInterval(() => this.#look(storage), minute).unref();
    this.#look(storage);
  }

  /** Stops the backup that is being made. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#working;
  }

  #look(storage: BackupStorage): void {
    const { log } = this.#parts;
    this.#working ??= this.#work(storage)
      .catch((error) => log.error(error, 'the scheduled backup could not be looked after'))
      .finally(() => {
        this.#working = undefined;
      });
  }

  async #work(storage: BackupStorage): Promise<void> {
    const { backupPassphrase } = this.#parts.config;
    const { name } = storage.location(scheduledName(new Date(), backupPassphrase !== undefined));
    await this.#failSilent();
    const id = await this.#claim(name);
    if (id !== undefined && (await this.#make(id, name))) await this.#prune(storage);
    await this.#tellIfOverdue();
  }

  /** Those of servers that were killed, and did not come back on their data folder. */
  async #failSilent(): Promise<void> {
    await this.#parts.sql`
      update backup set state = 'failed', ended_at = now(), failure = 'Its server gave no sign of life for five minutes.'
      where state = 'running' and not exists (
        select from server where server.id = backup.server_id and seen_at > now() - interval '5 minutes')`;
  }

  /** The number of today's backup, if it is due and nobody makes it. One that failed is tried again after an hour. */
  #claim(name: string): Promise<number | undefined> {
    const { sql, timeZone, config, serverId } = this.#parts;
    const hours = config.backupHour;
    return sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(hashtext('suyuan.backup'))`;
      const [row] = await transaction<{ id: number }[]>`
        insert into backup (is_scheduled, file, host_name, server_id)
        select true, ${name}, ${hostname()}, ${serverId}
        where not exists (
          select from backup
          where is_scheduled and (state <> 'failed' or began_at > now() - interval '1 hour')
            and began_at >= ((now() at time zone ${timeZone()} - make_interval(hours => ${hours}))::date + make_interval(hours => ${hours}))
              at time zone ${timeZone()})
        returning id`;
      return row?.id;
    });
  }

  /** Whether it was made. */
  async #make(id: number, name: string): Promise<boolean> {
    const { sql, notices, log } = this.#parts;
    try {
      const { bytes, rows, sha256 } = await this.#parts.make(name, this.#stopping.signal);
      await sql`
        update backup set state = 'done', ended_at = now(), bytes = ${bytes}, rows = ${rows}, sha256 = ${sha256} where id = ${id}`;
      for (const kind of ['backup_failed', 'backup_overdue'] as const) await notices.settle(sql, kind, about);
      return true;
    } catch (error) {
      const reason = (error as Error).message;
      await sql`update backup set state = 'failed', ended_at = now(), failure = ${reason} where id = ${id}`;
      if (this.#stopping.signal.aborted) return false;
      log.error({ file: name, reason }, 'the scheduled backup failed');
      await notices.tell(sql, administrators, { kind: 'backup_failed', params: { reason }, leads, about });
      return false;
    }
  }

  /** A key that may not delete, so that whoever steals it cannot either, fails no backup. */
  async #prune(storage: BackupStorage): Promise<void> {
    const { sql, config, log } = this.#parts;
    try {
      const running = await sql<{ file: string }[]>`select file from backup where state = 'running'`;
      await storage.prune(config.backupsKept, new Set(running.map(({ file }) => file)));
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'old backups could not be removed');
    }
  }

  /** Once a day, while the last backup is older than two days. */
  async #tellIfOverdue(): Promise<void> {
    const { sql, notices } = this.#parts;
    await sql.begin(async (transaction) => {
      if (!(await isOverdue(transaction))) return;
      await notices.tell(transaction, administrators, { kind: 'backup_overdue', leads, about });
    });
  }
}

async function isOverdue(sql: Connection): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('suyuan.backup'))`;
  const [row] = await sql<{ is_overdue: boolean }[]>`
    select coalesce(max(began_at) filter (where state = 'done'), min(began_at)) < now() - interval '2 days'
      and not exists (select from notice where kind = 'backup_overdue' and created_at > now() - interval '1 day') as is_overdue
    from backup`;
  return row?.is_overdue === true;
}
