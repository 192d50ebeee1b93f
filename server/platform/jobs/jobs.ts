import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { type Connection, type Database, isOutage } from '../database/database.ts';
import { executedBy } from '../database/statements/either-writer.ts';
import { keptChecker } from '../http/validation.ts';
import { type Problem, Refusal } from '../refusal.ts';
import type { JobInput, JobKind, JobOwner, JobWork } from './define-job.ts';
import { type Failure, failureOf } from './failure.ts';
import type { JobState } from './job.table.ts';
import { JobFiles } from './job-files.ts';
import { type FoundJob, JobOver, JobRun } from './job-run.ts';
import { Queue } from './queue.ts';
import { tellingEnd } from './tell-end.ts';

/** A job to be started. */
export interface NewJob<Kind> extends JobOwner {
  readonly input: JobInput<Kind>;
  /** The screen that it belongs to. */
  readonly menu: string;
  /** The file that it reads. */
  readonly source?: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> };
  readonly rows?: number;
}

/** The state of a job, as any server can read it. */
export interface JobStanding {
  readonly state: JobState;
  readonly rows: number | null;
  readonly done: number;
  readonly result: object | null;
  readonly failure: Failure | null;
}

interface TakenJob extends FoundJob {
  readonly account_id: number;
  readonly ip: string;
  readonly language: string;
  readonly input: Record<string, unknown>;
  readonly tries: number;
  readonly stop_asked_at: Date | null;
}

interface Served {
  readonly kind: JobKind;
  // biome-ignore lint/suspicious/noExplicitAny: checked against the kind's own schema before the work gets it
  readonly work: JobWork<any>;
  readonly check: (kept: object) => readonly Problem[];
}

/** After this many runs without a step in between, a job is given up: it may be what crashed the servers. */
const mostTries = 5;

const isOpen = ({ state }: JobStanding): boolean => state === 'waiting' || state === 'running';

/** Background jobs. All of their state is in the database, so every server can report on them and run them. */
export class Jobs {
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  readonly #days: number;
  readonly #queue: Queue;
  readonly #files: JobFiles;
  readonly #served = new Map<string, Served>();
  readonly #chores = new Map<string, () => Promise<void>>();
  readonly #running = new Set<JobRun>();
  #isLeaving = false;

  constructor(database: Database, log: FastifyBaseLogger, config: Pick<Config, 'jobPatience' | 'jobDays'>) {
    this.#database = database;
    this.#log = log;
    this.#days = config.jobDays;
    this.#queue = new Queue(database.sql, log, config.jobPatience);
    this.#files = new JobFiles(database.sql);
  }

  /** Registers the work of a kind; before `open`. */
  serve<Kind extends JobKind>(kind: Kind, work: JobWork<Kind>): void {
    this.#served.set(kind.name, { kind, work, check: keptChecker(kind.input) });
  }

  /** Registers a chore: work of the system itself, without a row of `job`. */
  serveChore(name: string, work: () => Promise<void>): void {
    this.#chores.set(name, work);
  }

  /** Has a chore done by one of the servers, at most once in so many seconds. */
  askForChore(name: string, seconds: number): Promise<void> {
    return this.#queue.sendOnce({ name }, seconds);
  }

  /** Begins to take jobs from the queue. */
  async open(): Promise<void> {
    await this.#queue.open(this.#turns());
    for (const one of this.#served.values()) await this.#queue.work(one.kind, (id) => this.#work(one, id));
    for (const [name, work] of this.#chores) await this.#queue.work({ name, atOnce: 'one' }, work);
  }

  #turns() {
    const chores = [...this.#chores.keys()].map((name) => ({ name, atOnce: 'one' as const }));
    return [...[...this.#served.values()].map(({ kind }) => kind), ...chores];
  }

  /** Ends all runs on this server; their jobs go on at another server, or after the next start. */
  async close(): Promise<void> {
    this.#isLeaving = true;
    for (const run of this.#running) run.leave('leaving');
    await this.#queue.leave(this.#turns());
    await this.#queue.close();
  }

  /** Starts a job in a transaction, and returns its id; the job exists if the transaction commits. */
  async start<Kind extends JobKind>(kind: Kind, job: NewJob<Kind>, transaction: Connection): Promise<string> {
    const id = randomUUID();
    const { accountId, ip, language, input, menu, source, rows = null } = job;
    await transaction`
      insert into job (id, kind, menu_key, account_id, ip, language, source_name, input, rows)
      values (${id}, ${kind.name}, ${menu}, ${accountId}, ${ip}, ${language}, ${source?.name ?? null},
        ${this.#database.sql.json(input)}, ${rows})`;
    if (source) await this.#files.keep(transaction, id, source.bytes);
    await this.#queue.send(kind, id, transaction);
    return id;
  }

  /** The state of a job; undefined if there is none, or if it is not of the given account. */
  async find(id: string, account?: number): Promise<JobStanding | undefined> {
    const { sql } = this.#database;
    const [row] = await sql<JobStanding[]>`
      select state, rows, done, result, failure from job
      where id = ${id} and ${account === undefined ? sql`true` : sql`account_id = ${account}`}`;
    return row;
  }

  /** Reads a file of a job from its beginning. */
  file(id: string, file: 'original' | 'refusals'): AsyncGenerator<Buffer> {
    return this.#files.read(id, file);
  }

  /** Waits until a job has ended or `until` is aborted, and returns its state then. */
  async ended(id: string, until: AbortSignal): Promise<JobStanding | undefined> {
    for (let wait = 20; ; wait = Math.min(wait * 1.5, 300)) {
      const found = await this.find(id);
      if (!found || !isOpen(found) || until.aborted || this.#isLeaving) return found;
      await pause(wait, undefined, { signal: until }).catch(() => {});
    }
  }

  /** Stops a job, whichever server runs it. A waiting job is stopped at once. */
  async stop(id: string): Promise<void> {
    const [row] = await this.#database.sql<{ kind: string; state: JobState; input: Record<string, unknown> }[]>`
      update job set stop_asked_at = now() where id = ${id} and state in ('waiting', 'running')
      returning kind, state, input`;
    const served = row?.state === 'waiting' && this.#served.get(row.kind);
    if (served) await this.#end(served, { id, input: row.input }, 'waiting', 'stopped');
    for (const run of this.#running) if (run.id === id) run.leave('stopped');
  }

  /**
   * Resumes a job that was stopped or broke off after its last step. Returns false if it was neither, or if its steps were
   * undone.
   */
  async resume(id: string): Promise<boolean> {
    return this.#database.sql.begin(async (transaction) => {
      const [row] = await transaction<{ kind: string; state: JobState }[]>`
        select kind, state from job where id = ${id} for update`;
      const kind = row && this.isResumable(row) ? this.#served.get(row.kind)?.kind : undefined;
      if (!kind) return false;
      await transaction`
        update job set state = 'waiting', tries = 0, stop_asked_at = null, ended_at = null, failure = null where id = ${id}`;
      await this.#queue.send(kind, id, transaction);
      return true;
    });
  }

  /** Whether a job can be resumed: it was stopped or broke off, and its kind does not undo its steps then. */
  isResumable({ kind, state }: { readonly kind: string; readonly state: JobState }): boolean {
    return (state === 'stopped' || state === 'broken') && this.#served.has(kind) && !this.takesBack(kind);
  }

  /** Whether a kind undoes the steps of a job that is stopped. */
  takesBack(kind: string): boolean {
    return this.#served.get(kind)?.work.takeBack !== undefined;
  }

  /** Deletes jobs, and with them their files, some days after their end. */
  async sweep(): Promise<void> {
    await this.#database.long.sql`delete from job where ended_at < now() - make_interval(days => ${this.#days})`;
  }

  async #work({ kind, work, check }: Served, id: string): Promise<void> {
    if (this.#isLeaving) throw new JobOver('leaving');
    const job = await this.#take(id).catch((error) => {
      this.#log.error({ err: error, job: id }, 'a job could not be taken');
      throw error;
    });
    if (!job) return;
    const run = new JobRun(job, this.#database, this.#files, this.#log);
    this.#running.add(run);
    try {
      if (job.stop_asked_at) throw new JobOver('stopped');
      if (job.tries > mostTries) throw new Error('the job was begun again and again and made no step');
      const problems = check(job.input);
      if (problems.length > 0) throw new Error(`the job's input is not what ${kind.name} takes: ${problems[0]?.path}`);
      const owner = { accountId: job.account_id, ip: job.ip, language: job.language };
      await run.finish(await work.run(job.input, run, owner));
    } catch (error) {
      await this.#settle({ kind, work, check }, job, run.over ?? error);
    } finally {
      run.close();
      this.#running.delete(run);
    }
  }

  /** Begins the next run of a job on this server; undefined if the job has ended. */
  async #take(id: string): Promise<TakenJob | undefined> {
    const [job] = await this.#database.sql<TakenJob[]>`
      update job set state = 'running', run = run + 1, tries = tries + 1, run_began_at = now(), run_began_done = done,
        started_at = coalesce(started_at, ${new Date()}), seen_at = now()
      where id = ${id} and state in ('waiting', 'running')
      returning id, run, cursor, account_id, ip, language, input, tries, stop_asked_at`;
    return job;
  }

  /** Decides what becomes of a job whose work threw. If this rethrows, the queue retries the job. */
  async #settle(served: Served, job: TakenJob, error: unknown): Promise<void> {
    if (error instanceof JobOver) {
      if (error.why === 'taken') return;
      if (error.why === 'stopped') return this.#end(served, job, job.run, 'stopped');
      const [left] = await this.#database.sql<{ stop_asked_at: Date | null }[]>`
        update job set state = 'waiting', tries = 0 where id = ${job.id} and run = ${job.run} and state = 'running'
        returning stop_asked_at`;
      if (left?.stop_asked_at) return this.#end(served, job, 'waiting', 'stopped');
      throw error;
    }
    if (isOutage(error) && job.tries < mostTries) throw error;
    if (!(error instanceof Refusal)) this.#log.error({ err: error, job: job.id }, 'a job broke off');
    await this.#end(served, job, job.run, 'broken', failureOf(error));
  }

  /** Ends a job as stopped or broken, provided that it still waits or that this run still owns it. */
  async #end(
    { work }: Served,
    { id, input }: Pick<TakenJob, 'id' | 'input'>,
    had: 'waiting' | number,
    outcome: 'stopped' | 'broken',
    failure: Failure | null = null,
  ): Promise<void> {
    await this.#database.long.sql.begin(async (transaction) => {
      const { db } = this.#database;
      const ending = db
        .updateTable('job')
        .set({ state: outcome, ended_at: new Date(), failure })
        .where('id', '=', id)
        .where('state', '=', had === 'waiting' ? 'waiting' : 'running')
        .$if(had !== 'waiting', (mine) => mine.where('run', '=', had as number));
      // No notice for a stopped job: whoever stopped it knows.
      const ended = await executedBy(transaction, (outcome === 'broken' ? tellingEnd(db, ending) : ending).compile());
      if (ended > 0) await work.takeBack?.(input, transaction, outcome);
    });
  }
}
