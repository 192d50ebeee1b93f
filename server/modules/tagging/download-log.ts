import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from 'postgres';

/** Keeps the record of each download, so that its progress is seen from every server and after a restart. */
export class DownloadLog {
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;

  constructor(sql: Sql, log: FastifyBaseLogger) {
    this.#sql = sql;
    this.#log = log;
  }

  /** Counts codes as they go out, written once a second. */
  follow(id: string, already: number) {
    let sent = already;
    // Written even when nothing moved: a record that falls silent is one whose server died.
    const timer = setInterval(() => {
      void this.#write(this.#sql`update code_download set sent = ${sent}, updated_at = now() where id = ${id}`);
    }, 1000).unref();
    return {
      add: (codes: number): void => {
        sent += codes;
      },
      end: (state: 'done' | 'broken'): Promise<void> => {
        clearInterval(timer);
        return this.end(id, state, sent);
      },
    };
  }

  end(id: string, state: 'done' | 'broken', sent: number): Promise<void> {
    return this.#write(this.#sql`
      update code_download set state = ${state}, sent = ${sent}, updated_at = now(), ended_at = now() where id = ${id}`);
  }

  async #write(query: PromiseLike<unknown>): Promise<void> {
    try {
      await query;
    } catch (error) {
      this.#log.error(error, 'recording a download failed');
    }
  }
}
