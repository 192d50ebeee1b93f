import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../database/driver/sql.ts';

const period = 5000;

/** Watches the workers of a Citus cluster. On a single PostgreSQL there are none. */
export class ClusterNodes {
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;
  #away: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;

  constructor(sql: Sql, log: FastifyBaseLogger) {
    this.#sql = sql;
    this.#log = log;
  }

  /** The addresses of the workers that did not answer last. */
  get away(): readonly string[] {
    return this.#away;
  }

  async open(): Promise<void> {
    const [citus] = await this.#sql`select 1 from pg_extension where extname = 'citus'`;
    if (!citus) return;
    await this.#look();
    this.#timer = setInterval(() => void this.#look(), period).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Without the database there is nothing to learn about its nodes; `/readyz` tells that. */
  async #look(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const rows = await this.#sql<{ node: string }[]>`
        select nodename || ':' || nodeport as node from run_command_on_workers('select 1')
        where not success order by 1`;
      this.#tell(rows.map(({ node }) => node));
    } catch {
      // The next look tells.
    } finally {
      this.#isAsking = false;
    }
  }

  #tell(away: readonly string[]): void {
    const fresh = away.filter((node) => !this.#away.includes(node));
    const back = this.#away.filter((node) => !away.includes(node));
    this.#away = away;
    if (fresh.length > 0)
      this.#log.error(
        { nodes: fresh },
        'nodes of the cluster do not answer: calls about codes on them get 503; start them',
      );
    if (back.length > 0) this.#log.warn({ nodes: back }, 'nodes of the cluster answer again');
  }
}
