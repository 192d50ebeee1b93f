import type { Connection, Sql } from '../database/driver/sql.ts';
import type { FoundJob } from './job-run.ts';
import type { QueueTurn } from './queue.ts';

/** A job at the start of a run, with what its work needs. */
export interface TakenJob extends FoundJob {
  readonly account_id: number;
  readonly ip: string;
  readonly language: string;
  readonly input: Record<string, unknown>;
  readonly tries: number;
  readonly stop_asked_at: Date | null;
}

/**
 * Begins the next run for a turn of the queue; undefined if there is nothing to do. A turn that comes back belongs to the job
 * that had it. A new one goes to the account whose last run is the longest ago, so that many files of one account do not
 * delay the only one of another, and to the account's oldest job.
 */
export async function takeJob(
  sql: Sql,
  kind: string,
  { id: turn, job }: QueueTurn,
  server: string,
): Promise<TakenJob | undefined> {
  // An earlier version gave its turns to jobs when it sent them.
  const [own] = await sql<Chosen[]>`
    select id from job
    where kind = ${kind} and state in ('waiting', 'running')
      and (turn = ${turn} or turn is null and state = 'running' and id = ${job})
    limit 1`;
  if (own) return begun(sql, own, turn, server);
  return sql.begin(async (transaction) => {
    const [next] = await transaction<Chosen[]>`
      select j.id from job j
      where j.kind = ${kind} and j.state = 'waiting' and j.turn is null
      order by (
        select max(o.run_began_at) from job o where o.account_id = j.account_id and o.kind = j.kind
      ) nulls first, j.created_at, j.id
      limit 1
      for update skip locked`;
    return next && begun(transaction, next, turn, server);
  });
}

interface Chosen {
  readonly id: string;
}

/** Begins a run. On a cluster, a change may call no volatile function, such as `clock_timestamp`. */
async function begun(sql: Connection, { id }: Chosen, turn: string, server: string): Promise<TakenJob | undefined> {
  const [job] = await sql<TakenJob[]>`
    update job set state = 'running', run = run + 1, tries = tries + 1, run_began_at = now(), run_began_done = done,
      started_at = coalesce(started_at, ${new Date()}), seen_at = now(), turn = ${turn}, server = ${server}
    where id = ${id} and state in ('waiting', 'running')
    returning id, run, cursor, account_id, ip, language, input, tries, stop_asked_at`;
  return job;
}
