import type { Sql } from 'postgres';
import type { Sweeping } from '../../platform/jobs/sweeps.ts';

/** A sender that heard no answer asks again within minutes, a line that was cut off within weeks. */
const kept = '90 days';

/** What was answered under a key is kept for some time only. */
export class ActBatches implements Sweeping {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async sweep(): Promise<void> {
    await this.#sql`delete from act_batch where taken_at < now() - ${kept}::interval`;
  }
}
