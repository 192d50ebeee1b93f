import { hostname } from 'node:os';
import type { Connection } from '../database/database.ts';

/** A backup that was made, is being made, or failed. */
export interface MadeBackup {
  readonly is_scheduled: boolean;
  readonly file: string;
  readonly host_name: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly began_at: Date;
  readonly ended_at: Date | null;
  readonly bytes: number | null;
  readonly rows: number | null;
  readonly failure: string | null;
}

/** What is known of a backup that is complete. */
export interface Outcome {
  readonly bytes: number;
  readonly rows: number;
  readonly sha256: string;
}

/** The last backups, the latest first. */
export const lastBackups = (sql: Connection, count: number): Promise<MadeBackup[]> => sql<MadeBackup[]>`
  select is_scheduled, file, host_name, state, began_at, ended_at, bytes, rows, failure
  from backup order by began_at desc, id desc limit ${count}`;

/**
 * When the last complete backup was begun, which is the moment that it is of: of those that the server made by itself, and of those that
 * somebody made by the command.
 */
export const lastBackupTimes = (sql: Connection): Promise<{ is_scheduled: boolean; at: Date }[]> =>
  sql<
    { is_scheduled: boolean; at: Date }[]
  >`select is_scheduled, max(began_at) as at from backup where state = 'done' group by is_scheduled`;

/** Keeps a backup that the command made. */
export async function keepBackup(
  sql: Connection,
  file: string,
  beganAt: Date,
  { bytes, rows, sha256 }: Outcome,
): Promise<void> {
  await sql`
    insert into backup (is_scheduled, file, host_name, state, began_at, ended_at, bytes, rows, sha256)
    values (false, ${file}, ${hostname()}, 'done', ${beganAt}, now(), ${bytes}, ${rows}, ${sha256})`;
}
