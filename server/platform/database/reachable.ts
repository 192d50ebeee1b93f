import { setTimeout as pause } from 'node:timers/promises';
import { isOutage } from './database.ts';
import type { Sql } from './driver/sql.ts';

interface Waiting {
  readonly seconds: number;
  /** Told once that the database is waited for. */
  readonly log: (message: string) => void;
}

/**
 * Waits for the database of SUYUAN_DATABASE_URL, which may start together with this server. Throws with a sentence that names the
 * setting if it refuses the connection, or does not answer in time.
 */
export async function waitForDatabase(sql: Sql, url: string, { seconds, log }: Waiting): Promise<void> {
  const what = `The database of SUYUAN_DATABASE_URL (${placeOf(url)})`;
  const until = performance.now() + seconds * 1000;
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      const reason = reasonOf(error as Error);
      if (!isOutage(error)) throw new Error(`${what} refuses this server: ${reason}. Check the setting.`);
      if (performance.now() >= until)
        throw new Error(`${what} does not answer: ${reason}. Start it, or correct the setting.`);
      if (attempt === 1) log(`${what} does not answer (${reason}). Waiting for it, up to ${seconds} seconds …`);
      await pause(500);
    }
  }
}

/** Host, port and database, without the password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** Node tells of several attempts, as for a name with two addresses, by their codes only. */
function reasonOf({ message, cause }: Error): string {
  const { errors = [] } = (cause ?? {}) as { errors?: Error[] };
  return message || errors.map((error) => error.message).join(', ') || 'no connection';
}
