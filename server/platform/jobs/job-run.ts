import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, type RawBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Pool } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { executedBy } from '../database/statements/either-writer.ts';
import { Refusal } from '../refusal.ts';
import type { JobEnd, JobKind, JobProgress, JobUnderWay, StepWriter } from './define-job.ts';
import type { JobFiles } from './job-files.ts';

/** Why a run ends before its job does. */
type Why = 'stopped' | 'taken' | 'leaving' | 'early' | 'refused';

/** Thrown through the work of a run that has to end. */
export class JobOver extends Error {
  readonly why: Why;
  constructor(why: Why, cause?: Refusal) {
    super(`the job is ${why}`, { cause });
    this.why = why;
  }
}

/** A job at the start of a run. */
export interface FoundJob {
  readonly id: string;
  readonly run: number;
  readonly cursor: object | null;
}

interface RunRules extends Pick<JobKind, 'quiet'> {
  /** Rejects with a refusal once the job must not go on any more. */
  readonly mayGoOn: () => Promise<unknown>;
}

/** To be thrown by work that cannot begin yet; it is retried a moment later. */
export const tooEarly = (): JobOver => new JobOver('early');

const beat = 1000;

/** One run of a job. It owns the job only as long as the row has its run number, which every write checks (fencing token). */
export class JobRun implements JobUnderWay {
  readonly id: string;
  readonly cursor: object | undefined;
  readonly #number: number;
  readonly #isQuiet: boolean;
  readonly #mayGoOn: () => Promise<unknown>;
  readonly #pool: Pool;
  readonly #files: JobFiles;
  readonly #log: FastifyBaseLogger;
  readonly #over = new AbortController();
  readonly #beat: NodeJS.Timeout;
  #progress: JobProgress = {};
  /** Bytes of refusals since the last step. */
  #refused = 0;
  #ended = false;
  #isTelling = false;

  constructor(
    { id, run, cursor }: FoundJob,
    { quiet, mayGoOn }: RunRules,
    pool: Pool,
    files: JobFiles,
    log: FastifyBaseLogger,
  ) {
    this.id = id;
    this.#isQuiet = quiet === true;
    this.#mayGoOn = mayGoOn;
    this.cursor = cursor ?? undefined;
    this.#number = run;
    this.#pool = pool;
    this.#files = files;
    this.#log = log;
    this.#beat = setInterval(() => void this.#tell(), beat);
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Why the work has to end; undefined while it may go on. */
  get over(): JobOver | undefined {
    return this.#over.signal.reason as JobOver | undefined;
  }

  progress(progress: JobProgress): void {
    this.#over.signal.throwIfAborted();
    this.#progress = { ...this.#progress, ...progress };
  }

  async step(writer: StepWriter, cursor: object, progress: JobProgress = {}): Promise<void> {
    this.progress(progress);
    await this.#write(writer, this.#update({ cursor, tries: 0, ...this.#keptMore() }));
  }

  async end(writer: StepWriter, { accepted, refused, result = { accepted, refused } }: JobEnd): Promise<void> {
    this.progress({ accepted, refused });
    const ending = this.#update({ result, state: 'done', ended_at: new Date(), ...this.#keptMore() });
    await this.#write(writer, this.#isQuiet ? ending : tellingEnd(this.#pool.db, ending));
    this.#ended = true;
  }

  /** Ends the job, unless `end` already has. */
  async finish(end: JobEnd): Promise<void> {
    if (!this.#ended) await this.end(this.#pool.db, end);
  }

  original(): AsyncGenerator<Buffer> {
    return this.#files.read(this.id, 'original');
  }

  async refuse(writer: StepWriter, position: number, lines: readonly object[]): Promise<void> {
    if (lines.length === 0) return;
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    this.#refused += bytes.length;
    const piece = { job_id: this.id, file: 'refusals' as const, position, bytes };
    await executedBy(
      writer,
      this.#pool.db
        .insertInto('job_file_piece')
        .values(piece)
        .onConflict((there) => there.doNothing())
        .compile(),
    );
  }

  /** Makes the work end as soon as it can. */
  leave(why: Why): void {
    if (!this.#over.signal.aborted) this.#over.abort(new JobOver(why));
  }

  /** The person has lost the right to it. Other errors, such as an outage, are no reason to end. */
  #leaveRefused(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    if (!this.#over.signal.aborted) this.#over.abort(new JobOver('refused', error));
  }

  close(): void {
    clearInterval(this.#beat);
  }

  async #write(writer: StepWriter, statement: { compile(): Parameters<typeof executedBy>[1] }): Promise<void> {
    if ((await executedBy(writer, statement.compile())) === 0) {
      this.leave('taken');
      throw this.over;
    }
  }

  /** Refusals count to what the files of an account may take. */
  #keptMore(): Pick<Columns, 'kept_bytes'> {
    const more = this.#refused;
    this.#refused = 0;
    return { kept_bytes: sql`kept_bytes + ${more}` };
  }

  #update(what: Columns) {
    return this.#pool.db
      .updateTable('job')
      .set({ ...this.#progress, ...what, seen_at: new Date() })
      .where('id', '=', this.id)
      .where('run', '=', this.#number)
      .where('state', '=', 'running');
  }

  /** Writes progress, and learns whether the work has to end. If that fails, the next beat makes up for it. */
  async #tell(): Promise<void> {
    // The previous one may still wait for the row lock of a step.
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      const row = await this.#update({}).returning('stop_asked_at').executeTakeFirst();
      if (this.#ended) return;
      if (!row) this.leave('taken');
      else if (row.stop_asked_at) this.leave('stopped');
      else await this.#mayGoOn().catch((error) => this.#leaveRefused(error));
    } catch (error) {
      this.#log.warn({ err: error, job: this.id }, 'the progress of a job could not be stored');
    } finally {
      this.#isTelling = false;
    }
  }
}

interface Columns {
  readonly cursor?: object;
  readonly tries?: number;
  readonly result?: object;
  readonly state?: 'done';
  readonly ended_at?: Date;
  readonly kept_bytes?: RawBuilder<number>;
}

type Ending = UpdateQueryBuilder<Schema, 'job', 'job', UpdateResult>;

/** Extends the statement that ends a job so that it also writes the notice for whoever started it, atomically. */
export const tellingEnd = (db: Kysely<Schema>, ending: Ending) =>
  db
    .with('ended', () =>
      ending.returning(['id', 'account_id', 'state', 'menu_key', 'source_name', 'accepted', 'refused']),
    )
    .insertInto('notice')
    .columns(['account_id', 'kind', 'params', 'leads', 'about'])
    .expression((eb) =>
      eb.selectFrom('ended').select([
        'ended.account_id',
        sql<'job_done'>`
          case when ended.state = 'broken' then 'job_broken' when ended.refused > 0 then 'job_refusals' else 'job_done' end`.as(
          'kind',
        ),
        sql<Record<string, string>>`
          jsonb_build_object('what', coalesce(ended.source_name, ended.id::text), 'screen', ended.menu_key,
            'accepted', ended.accepted, 'refused', ended.refused)`.as('params'),
        sql<[]>`
          jsonb_build_array(jsonb_build_object('screen', 'taskmanagement', 'query', ''),
            jsonb_build_object('screen', ended.menu_key, 'query', ''))`.as('leads'),
        sql<string>`'job:' || ended.id`.as('about'),
      ]),
    );
