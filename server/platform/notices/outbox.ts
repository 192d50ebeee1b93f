import type { Lead, NoticeKind } from '@suyuan/contract/access/notice.ts';
import type { Connection, Database } from '../database/database.ts';

/** A notice as a channel sends it. The text is `notice.<kind>` in the language of the account. */
export interface OutboxMessage {
  readonly outbox_no: number;
  readonly account_id: number;
  readonly kind: NoticeKind;
  readonly params: Readonly<Record<string, string | number>>;
  readonly leads: readonly Lead[];
  readonly about: string | null;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly read_at: Date | null;
}

/**
 * The notices in the order in which they were committed, for channels that send them on. A notice gets its number after its commit, from
 * one place at a time, so that a reader never passes one whose transaction took longer.
 */
export class Outbox {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Gives a channel the next messages, and moves its cursor past them when it has handled them. If it throws, or the server ends
   * meanwhile, they are given to it again. A new channel begins with what comes from now on. Returns how many there were.
   */
  async read(
    channel: string,
    limit: number,
    handle: (messages: readonly OutboxMessage[]) => Promise<void>,
  ): Promise<number> {
    return this.#database.sql.begin(async (sql) => {
      const head = await numbered(sql);
      const [cursor] = await sql<{ outbox_no: number }[]>`
        insert into outbox_cursor (channel, outbox_no) values (${channel}, ${head})
        on conflict (channel) do update set outbox_no = outbox_cursor.outbox_no
        returning outbox_no`;
      const messages = await sql<OutboxMessage[]>`
        select outbox_no, account_id, kind, params, leads, about, created_at, due_at, read_at from notice
        where outbox_no > ${cursor?.outbox_no as number} order by outbox_no limit ${limit}`;
      const last = messages.at(-1);
      if (!last) return 0;
      await handle(messages);
      await sql`update outbox_cursor set outbox_no = ${last.outbox_no} where channel = ${channel}`;
      return messages.length;
    });
  }

  /** Numbers what was committed since the last time. */
  async sweep(): Promise<void> {
    await this.#database.sql.begin(async (sql) => {
      await numbered(sql);
    });
  }
}

/** Numbers committed notices, and returns the highest number. The row of the empty channel is the lock. */
async function numbered(sql: Connection): Promise<number> {
  const [head] = await sql<{ outbox_no: number }[]>`select outbox_no from outbox_cursor where channel = '' for update`;
  const before = head?.outbox_no ?? 0;
  const rows = await sql<{ id: number }[]>`select id from notice where outbox_no is null order by id limit 10000`;
  if (rows.length === 0) return before;
  const ids = rows.map(({ id }) => id);
  await sql`
    update notice set outbox_no = n.no
    from unnest(${ids}::bigint[], ${ids.map((_, index) => before + index + 1)}::bigint[]) as n (id, no)
    where notice.id = n.id`;
  await sql`update outbox_cursor set outbox_no = ${before + ids.length} where channel = ''`;
  return before + ids.length;
}
