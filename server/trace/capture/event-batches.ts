import type { Sql } from '#platform/database/driver/sql.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';

/** A sender that got no answer retries within minutes, a line that was offline within weeks. */
const kept = '90 days';

/** Retention of answers that are kept under batch keys. */
export class EventBatches implements Sweeping {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async sweep(): Promise<void> {
    await this.#sql`delete from act_batch where taken_at < now() - ${kept}::interval`;
  }
}
