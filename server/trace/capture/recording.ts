import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';

/** The channel that tells of events once they are committed. */
export const recordedChannel = 'events_recorded';

/**
 * Announces that a transaction is about to write events. Has to come before the moment at which they are said to be recorded, so that
 * readers can tell whether anything recorded earlier is still to come (`RecordedHorizon`).
 */
export async function announceRecording(sql: Connection): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(hashtext('suyuan.recording'), 0), pg_notify(${recordedChannel}, '')`;
}

interface Look {
  readonly at: Date;
  readonly recording: readonly string[];
}

/**
 * The moment up to which all recorded events can be seen: transactions commit in another order than the one in which they record. Each
 * holds a lock while it records, until it is committed on all nodes, too; once those have ended that held it at a moment, nothing that
 * was recorded before that moment is missing.
 */
export class RecordedHorizon {
  readonly #sql: Sql;
  #reached = new Date(0);
  #awaited: Look | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The latest such moment, and whether some transaction is recording, after which there is a later one. */
  async look(): Promise<{ readonly until: Date; readonly isRecording: boolean }> {
    const look = await this.#look();
    const awaited = this.#awaited;
    if (look.recording.length === 0) {
      this.#reach(look.at);
      this.#awaited = undefined;
    } else if (!awaited) this.#awaited = look;
    else if (!awaited.recording.some((one) => look.recording.includes(one))) {
      this.#reach(awaited.at);
      this.#awaited = look;
    }
    return { until: this.#reached, isRecording: look.recording.length > 0 };
  }

  #reach(at: Date): void {
    if (at > this.#reached) this.#reached = at;
  }

  async #look(): Promise<Look> {
    // The clock is read first: what begins to record afterwards does so at a later moment.
    const [row] = await this.#sql<[{ at: Date; recording: string[] }]>`
      with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as at)
      select clock.at, array(
        select l.virtualtransaction from pg_locks l
        where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
          and l.classid = hashtext('suyuan.recording')::bigint & 4294967295 and l.objid = 0 and l.objsubid = 2
          and clock.at is not null
      ) as recording
      from clock`;
    return row;
  }
}
