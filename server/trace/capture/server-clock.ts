import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { Connection } from '#platform/database/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { clockTolerance } from './context/capture-context.ts';

/**
 * Throws 503 if the clock of this server is behind that of the database, or behind the time at which one of the last events was
 * recorded: then an event that seems to lie in the future is right, and its device must send it again.
 */
export async function requireRightClock(sql: Connection): Promise<void> {
  const [row] = await sql<{ database: number; recorded: number | null }[]>`
    select extract(epoch from clock_timestamp()) * 1000 as database,
      (
        select extract(epoch from max(recorded_at)) * 1000
        from (select recorded_at from trace_event order by id desc limit 1000) last
      ) as recorded`;
  const behind = Math.max(Number(row?.database ?? 0), Number(row?.recorded ?? 0)) - Date.now();
  if (behind > clockTolerance) throw clockBehind(Math.round(behind / 60_000));
}

const reason = 'clock_behind';

const clockBehind = (minutes: number): Refusal =>
  new Refusal(
    503,
    ErrorCode.overloaded,
    { reason },
    {
      retryAfter: 60,
      cause: `the clock of this server is ${minutes} minutes behind the database or the last events: set it (NTP)`,
    },
  );

/** Whether an event was refused for the clock of this server. */
export const isClockBehind = (error: unknown): boolean => error instanceof Refusal && error.reason.reason === reason;
