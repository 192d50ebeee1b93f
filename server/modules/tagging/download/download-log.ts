import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { FileFormat } from '@suyuan/contract/tagging/order-download.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';

/** Records downloads in the database, so that their progress is visible on every server and after a restart. */
export class DownloadLog {
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;

  constructor(sql: Sql, log: FastifyBaseLogger) {
    this.#sql = sql;
    this.#log = log;
  }

  /** Records who asks for which codes, and why. With a ticket the download waits to be redeemed. */
  async begin(
    sql: Connection,
    { downloadId, orderId, partId, format, compress = 'none', columns, run, namesBinding = false }: Begun,
    { caller, purpose, reprint, ticket }: HandingOut,
  ): Promise<void> {
    await sql`
      insert into code_download
        (id, order_id, part_id, account_id, format, compress, columns, purpose, reprint, state, ticket_hash, ticket_expires_at,
          session_id, first_id, last_id, names_binding, ip)
      values (${downloadId}, ${orderId}, ${partId}, ${caller.account.id}, ${format}, ${compress}, ${columns.join(',')},
        ${purpose.trim()}, ${reprint?.trim() || null}, ${ticket ? 'waiting' : 'running'}, ${ticket?.hash ?? null},
        ${ticket ? sql`now() + interval '1 minute'` : null}, ${ticket?.sessionId ?? null},
        ${run.first}, ${run.last}, ${namesBinding}, ${caller.ip})`;
  }

  /** Counts codes as they are sent, and stores the count every second. */
  follow(id: string, already: number) {
    let count = already;
    // Stored even if nothing was sent, because a record without updates means that its server has died.
    const timer = setInterval(() => {
      void this.#write(this.#sql`update code_download set sent = ${count}, updated_at = now() where id = ${id}`);
    }, 1000).unref();
    return {
      add: (codes: number): void => {
        count += codes;
      },
      end: (state: 'done' | 'broken', sha256: string | null): Promise<void> => {
        clearInterval(timer);
        return this.end(id, state, count, sha256);
      },
    };
  }

  end(id: string, state: 'done' | 'broken', count: number, sha256: string | null = null): Promise<void> {
    return this.#write(this.#sql`
      update code_download
      set state = ${state}, sent = ${count}, sha256 = ${sha256}, updated_at = now(), ended_at = now()
      where id = ${id}`);
  }

  async #write(query: PromiseLike<unknown>): Promise<void> {
    try {
      await query;
    } catch (error) {
      this.#log.error(error, 'recording a download failed');
    }
  }
}

/** By whom codes are handed out, and why. */
export interface HandingOut {
  readonly caller: Caller<Account>;
  readonly purpose: string;
  /** Why they are handed out again; undefined for the first time. */
  readonly reprint?: string | undefined;
  readonly ticket?: Ticket;
}

/** The ticket that a download waits for, and the session on whose rights it depends. */
export interface Ticket {
  readonly hash: Buffer;
  readonly sessionId: number;
}

/** The initial contents of the record of a download. */
export interface Begun {
  readonly downloadId: string;
  readonly orderId: number;
  readonly partId: number | null;
  readonly format: FileFormat | 'pdf';
  readonly compress?: 'none' | 'gzip';
  readonly columns: readonly string[];
  readonly run: Range;
  /** Labels tell what the codes are bound to. */
  readonly namesBinding?: boolean;
}
