import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from 'postgres';
import type { OutputOf } from '../../../contract/call/call.ts';
import { type ImportReport, importProgress } from '../../../contract/thing/list.ts';
import { notFound } from '../refusal.ts';
import type { Routes } from '../serve/routes.ts';

/** Says how many lines have been dealt with. */
export type Progress = (done: number) => void;

/** Seconds after which a job that nobody was seen working on is taken for broken. */
const patience = 30;
const beat = 1000;

/** Long files on their way in, one after another in each server. Any server tells how far they are. */
export class ImportJobs {
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;
  #last: Promise<void> = Promise.resolve();

  constructor(sql: Sql, log: FastifyBaseLogger) {
    this.#sql = sql;
    this.#log = log;
  }

  /** Begins a job as soon as the ones before it are done; answers its number at once. */
  async start(account: number, total: number, work: (done: Progress) => Promise<ImportReport>): Promise<string> {
    const id = randomUUID();
    await this.#sql`delete from import_job where started_at < now() - interval '7 days'`;
    await this.#sql`insert into import_job (id, account_id, total) values (${id}, ${account}, ${total})`;
    let done = 0;
    const seen = setInterval(() => void this.#seen(id, done), beat);
    this.#last = this.#last
      .then(() =>
        work((count) => {
          done = count;
        }),
      )
      .then((report) => this.#finished(id, report))
      .catch((error: unknown) => this.#broken(id, error))
      .finally(() => clearInterval(seen));
    return id;
  }

  async #finished(id: string, report: ImportReport): Promise<void> {
    await this.#sql`
      update import_job set report = ${this.#sql.json(report as never)}, done = total, seen_at = now() where id = ${id}`;
  }

  /** The person is told that it broke off; why is for the log. If even that fails, nobody is seen working on it. */
  async #broken(id: string, error: unknown): Promise<void> {
    this.#log.error({ err: error }, 'an import broke off');
    await this.#sql`update import_job set seen_at = '-infinity' where id = ${id}`.catch(() => undefined);
  }

  /** A beat that fails is made up for by the next one. */
  async #seen(id: string, done: number): Promise<void> {
    await this.#sql`update import_job set done = ${done}, seen_at = now()
      where id = ${id} and seen_at > '-infinity'`.catch(() => undefined);
  }
}

/** Tells people how far their own imports are. */
export function serveImportProgress(routes: Routes, sql: Sql): void {
  routes.serve(importProgress, async ({ job }, { account }): Promise<OutputOf<typeof importProgress>> => {
    const [row] = await sql<{ total: number; done: number; report: ImportReport | null; alive: boolean }[]>`
      select total, done, report, seen_at > now() - make_interval(secs => ${patience}) as alive
      from import_job where id = ${job} and account_id = ${account.id}`;
    if (!row) throw notFound('import');
    const { total, done, report, alive } = row;
    return { state: report ? 'done' : alive ? 'running' : 'broken', total, done, report };
  });
}
