import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '@suyuan/contract/call/call.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Principal } from '../caller.ts';
import type { Config } from '../config/config.ts';
import { type Connection, type Database, isOutage } from '../database/database.ts';
import { executedBy } from '../database/statements/either-writer.ts';
import { keptChecker } from '../http/validation.ts';
import type { Language } from '../language.ts';
import type { Party } from '../party.ts';
import { type Problem, Refusal } from '../refusal.ts';
import type { JobInput, JobKind, JobOwner, JobWork } from './define-job.ts';
import { type Failure, failureOf } from './failure.ts';
import type { JobState } from './job.table.ts';
import { JobFiles } from './job-files.ts';
import { makeRoom, partyKey, requireTurn } from './job-quota.ts';
import { JobOver, JobRun, tellingEnd } from './job-run.ts';
import { type TakenJob, takeJob } from './job-turns.ts';
import { Queue, type QueueTurn } from './queue.ts';

/** A job to be started. */
export interface NewJob<Kind> extends JobOwner {
  /** The party of the account. */
  readonly party: Party | undefined;
  readonly input: JobInput<Kind>;
  /** The screen that it belongs to. */
  readonly menu: string;
  /** The file that it reads. */
  readonly source?: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> };
  readonly rows?: number;
}

/** The state of a job, as any server can read it. */
export interface JobStatus {
  readonly kind: string;
  readonly state: JobState;
  readonly rows: number | null;
  readonly done: number;
  readonly result: object | null;
  readonly failure: Failure | null;
}

/** The person who started a job, with current rights. Rejects with a refusal if they may not make one of the calls any more. */
type Authorised = (
  calls: readonly Call[],
  accountId: number,
  from: Pick<Principal, 'ip' | 'language'>,
) => Promise<Principal>;

/** Runs the job of a turn of the queue, of a kind. Rejects if the job goes on later. */
export type RunTurn = (kind: string, turn: QueueTurn) => Promise<void>;

interface Place {
  /** Identifies this server, and the one that ran in its place before; without it, nobody did. */
  readonly server?: string;
  /** Is told of each end of a job. */
  readonly ended?: (kind: string, state: JobState) => void;
  /** Runs jobs in another thread. */
  readonly runElsewhere?: RunTurn | undefined;
}

interface Served {
  readonly kind: JobKind;
  // biome-ignore lint/suspicious/noExplicitAny: checked against the kind's own schema before the work gets it
  readonly work: JobWork<any>;
  readonly check: (input: object) => readonly Problem[];
}

/** After this many runs without a step in between, a job is given up: it may be what crashed the servers. */
const maxTries = 5;

const isOpen = ({ state }: JobStatus): boolean => state === 'waiting' || state === 'running';

/** Background jobs. All of their state is in the database, so every server can report on them and run them. */
export class Jobs {
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  readonly #days: number;
  readonly #megabytes: number;
  readonly #server: string;
  readonly #ended: (kind: string, state: JobState) => void;
  readonly #runTurn: RunTurn;
  readonly #queue: Queue;
  readonly #files: JobFiles;
  readonly #served = new Map<string, Served>();
  readonly #chores = new Map<string, () => Promise<void>>();
  readonly #running = new Set<JobRun>();
  #isLeaving = false;
  #authorised: Authorised = () => Promise.reject(new Error('No module has registered who may run jobs'));

  constructor(
    database: Database,
    log: FastifyBaseLogger,
    config: Pick<Config, 'jobPatience' | 'jobDays' | 'jobMegabytes'>,
    { server = randomUUID(), ended = () => {}, runElsewhere }: Place = {},
  ) {
    this.#database = database;
    this.#log = log;
    this.#days = config.jobDays;
    this.#megabytes = config.jobMegabytes;
    this.#server = server;
    this.#ended = ended;
    this.#runTurn = runElsewhere ?? ((kind, turn) => this.run(kind, turn));
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

  /** Sets who looks up the current rights of people. */
  authoriseBy(authorised: Authorised): void {
    this.#authorised = authorised;
  }

  /** Has a chore done by one of the servers, at most once in so many seconds. */
  askForChore(name: string, seconds: number): Promise<void> {
    return this.#queue.sendOnce({ name }, seconds);
  }

  /** Begins to take jobs from the queue. */
  async open(): Promise<void> {
    await this.#queue.open(this.#turns());
    for (const { kind } of this.#served.values()) {
      await this.#giveBackTurns(kind);
      await this.#sendMissingTurns(kind);
    }
    for (const { kind } of this.#served.values())
      await this.#queue.work(kind, (turn) => this.#runTurn(kind.name, turn));
    for (const [name, work] of this.#chores) await this.#queue.work({ name, atOnce: 'one' }, work);
  }

  /** The process that ran in place of this one is gone: its jobs go on at once. Its late writes fail by their run number. */
  async #giveBackTurns(kind: JobKind): Promise<void> {
    const turns = await this.#database.sql<{ turn: string }[]>`
      select turn from job
      where kind = ${kind.name} and state = 'running' and server = ${this.#server} and turn is not null`;
    await this.#queue.giveBack(
      kind,
      turns.map(({ turn }) => turn),
    );
  }

  /** After a restore jobs wait, and the queue is empty. One turn too many does no harm. */
  async #sendMissingTurns(kind: JobKind): Promise<void> {
    const rows = await this.#database.sql<{ id: string }[]>`
      select id from job where kind = ${kind.name} and state = 'waiting' and turn is null`;
    if (rows.length === 0) return;
    const jobs = rows.slice(await this.#queue.turns(kind));
    await this.#database.sql.begin(async (transaction) => {
      for (const { id } of jobs) await this.#queue.send(kind, id, transaction);
    });
  }

  #turns() {
    const chores = [...this.#chores.keys()].map((name) => ({ name, atOnce: 'one' as const }));
    return [...[...this.#served.values()].map(({ kind }) => kind), ...chores];
  }

  /** Runs the job of a turn in this thread. */
  async run(kind: string, turn: QueueTurn): Promise<void> {
    const served = this.#served.get(kind);
    if (!served) throw new Error(`nothing serves jobs of the kind ${kind}`);
    await this.#work(served, turn);
  }

  /** Ends all runs in this thread; their jobs go on at another server, or after the next start. */
  leave(): void {
    this.#isLeaving = true;
    for (const run of this.#running) run.leave('leaving');
  }

  /** The same for this server, which takes no more jobs. */
  async close(): Promise<void> {
    this.leave();
    await this.#queue.leave(this.#turns());
    await this.#queue.close();
  }

  /**
   * Starts a job in a transaction, and returns its id; the job exists if the transaction commits. Throws 429 or 409 if the account
   * has too many, or too large ones.
   */
  async start<Kind extends JobKind>(kind: Kind, job: NewJob<Kind>, transaction: Connection): Promise<string> {
    const id = randomUUID();
    const { accountId, ip, language, input, menu, source, rows = null } = job;
    const holder = { account: accountId, party: partyKey(job.party) };
    await requireTurn(transaction, holder);
    await transaction`
      insert into job (id, kind, menu_key, account_id, party, ip, language, source_name, input, rows)
      values (${id}, ${kind.name}, ${menu}, ${accountId}, ${holder.party}, ${ip}, ${language}, ${source?.name ?? null},
        ${this.#database.sql.json(input)}, ${rows})`;
    if (source) {
      const size = await this.#files.keep(transaction, id, source.bytes);
      await transaction`update job set kept_bytes = ${size} where id = ${id}`;
      await makeRoom(transaction, holder, this.#megabytes);
    }
    await this.#queue.send(kind, id, transaction);
    return id;
  }

  /** The state of a job; undefined if there is none, or if it is not of the given account. */
  async find(id: string, account?: number): Promise<JobStatus | undefined> {
    const { sql } = this.#database;
    const [row] = await sql<JobStatus[]>`
      select kind, state, rows, done, result, failure from job
      where id = ${id} and ${account === undefined ? sql`true` : sql`account_id = ${account}`}`;
    return row;
  }

  /** Reads a file of a job from its beginning. */
  file(id: string, file: 'original' | 'refusals'): AsyncGenerator<Buffer> {
    return this.#files.read(id, file);
  }

  /** Waits until a job has ended or `until` is aborted, and returns its state then. */
  async ended(id: string, until: AbortSignal): Promise<JobStatus | undefined> {
    for (let wait = 20; ; wait = Math.min(wait * 1.5, 300)) {
      const job = await this.find(id);
      if (!job || !isOpen(job) || until.aborted || this.#isLeaving) return job;
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
        update job set state = 'waiting', turn = null, tries = 0, stop_asked_at = null, ended_at = null, failure = null
        where id = ${id}`;
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

  /** The titles of the columns of a job's file, given its first line; undefined if its kind has none. */
  titlesOf(
    { kind, input }: { readonly kind: string; readonly input: object },
    first: readonly string[],
    language: Language,
  ): readonly string[] | undefined {
    return this.#served.get(kind)?.work.titles?.(input as Record<string, unknown>, first, language);
  }

  /** Deletes jobs, and with them their files, some days after their end. */
  async sweep(): Promise<void> {
    await this.#database.long.sql`delete from job where ended_at < now() - make_interval(days => ${this.#days})`;
  }

  async #work({ kind, work, check }: Served, turn: QueueTurn): Promise<void> {
    if (this.#isLeaving) throw new JobOver('leaving');
    const job = await takeJob(this.#database.sql, kind.name, turn, this.#server).catch((error) => {
      this.#log.error({ err: error, kind: kind.name }, 'a job could not be started');
      throw error;
    });
    if (!job) return;
    const { ip, language } = job;
    const person = async () =>
      this.#authorised(work.rights(job.input), job.account_id, { ip, language: language as Language });
    const run = new JobRun(job, { ...kind, mayGoOn: person }, this.#database, this.#files, this.#log);
    this.#running.add(run);
    try {
      if (job.stop_asked_at) throw new JobOver('stopped');
      if (job.tries > maxTries) throw new Error(`The job was started ${maxTries} times without completing a step`);
      const problems = check(job.input);
      if (problems.length > 0)
        throw new Error(`The stored input of the job does not match ${kind.name}: ${problems[0]?.path}`);
      await run.finish(await work.run(job.input, run, await person()));
      this.#ended(kind.name, 'done');
    } catch (error) {
      await this.#settle({ kind, work, check }, job, run.over ?? error);
    } finally {
      run.close();
      this.#running.delete(run);
    }
  }

  /** Decides what becomes of a job whose work threw. If this rethrows, the queue retries the job. */
  async #settle(served: Served, job: TakenJob, error: unknown): Promise<void> {
    if (error instanceof JobOver && error.why !== 'refused') {
      if (error.why === 'taken') return;
      if (error.why === 'stopped') return this.#end(served, job, job.run, 'stopped');
      const [row] = await this.#database.sql<{ stop_asked_at: Date | null }[]>`
        update job set state = 'waiting', tries = 0 where id = ${job.id} and run = ${job.run} and state = 'running'
        returning stop_asked_at`;
      if (row?.stop_asked_at) return this.#end(served, job, 'waiting', 'stopped');
      throw error;
    }
    if (isOutage(error) && job.tries < maxTries) throw error;
    const why = error instanceof JobOver ? error.cause : error;
    if (!(why instanceof Refusal)) this.#log.error({ err: error, job: job.id }, 'a job failed');
    await this.#end(served, job, job.run, 'broken', failureOf(why));
  }

  /** Ends a job as stopped or broken, provided that it still waits or that this run still owns it. */
  async #end(
    { kind, work }: Served,
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
      const isTold = outcome === 'broken' && !kind.quiet;
      const count = await executedBy(transaction, (isTold ? tellingEnd(db, ending) : ending).compile());
      if (count > 0) await work.takeBack?.(input, transaction, outcome);
    });
    this.#ended(kind.name, outcome);
  }
}
