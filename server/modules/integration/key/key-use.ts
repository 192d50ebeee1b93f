import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '#platform/database/driver/sql.ts';
import { rowsTable } from '#platform/database/statements/insert-rows.ts';
import { tellFailure } from '#platform/http/recurring.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';

interface Used {
  calls: number;
  refused: number;
  at: Date;
  ip: string;
}

/** How often a server writes what it counted, in milliseconds. */
const writeEvery = 5000;
/** How long the numbers of days are kept. */
const keptDays = 90;

/** Counts the calls of keys, and notes their last use. Written every few seconds, so that a call writes nothing more for it. */
export class KeyUse implements Sweeping {
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;
  readonly #timeZone: () => string;
  #used = new Map<number, Used>();
  #timer: NodeJS.Timeout | undefined;

  constructor(sql: Sql, log: FastifyBaseLogger, timeZone: () => string) {
    this.#sql = sql;
    this.#log = log;
    this.#timeZone = timeZone;
  }

  count(keyId: number, { ip, refused }: { readonly ip: string; readonly refused: boolean }): void {
    const used = this.#used.getOrInsertComputed(keyId, () => ({ calls: 0, refused: 0, at: new Date(), ip }));
    used.calls += 1;
    if (refused) used.refused += 1;
    used.at = new Date();
    used.ip = ip;
    this.#timer ??= setTimeout(() => void this.flush(), writeEvery).unref();
  }

  /** Writes what was counted. A failure is logged: nothing depends on these numbers. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const used = [...this.#used].map(([id, one]) => ({ id, ...one })).toSorted((a, b) => a.id - b.id);
    this.#used = new Map();
    if (used.length === 0) return;
    await this.#write(used).catch((error) => tellFailure(this.#log, error, 'counting the calls of keys failed'));
  }

  async #write(used: readonly (Used & { readonly id: number })[]): Promise<void> {
    const rows = rowsTable(this.#sql, used, {
      id: ['bigint', ({ id }) => id],
      calls: ['bigint', ({ calls }) => calls],
      refused: ['bigint', ({ refused }) => refused],
      at: ['timestamptz', ({ at }) => at],
      ip: ['text', ({ ip }) => ip],
    });
    await this.#sql`
      with used as (select * from ${rows}), days as (
        insert into api_key_day as d (api_key_id, day, calls, refused)
        select u.id, (now() at time zone ${this.#timeZone()})::date, u.calls, u.refused
        from used u join api_key k on k.id = u.id
        on conflict (api_key_id, day) do update set calls = d.calls + excluded.calls, refused = d.refused + excluded.refused
      )
      insert into api_key_use as l (api_key_id, last_used_at, last_used_ip)
      select u.id, u.at, u.ip from used u join api_key k on k.id = u.id
      on conflict (api_key_id) do update set last_used_at = excluded.last_used_at, last_used_ip = excluded.last_used_ip
      where excluded.last_used_at > l.last_used_at`;
  }

  async sweep(): Promise<void> {
    await this.#sql`delete from api_key_day where day < now() - make_interval(days => ${keptDays})`;
  }
}
