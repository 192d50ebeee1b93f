import type { Lead, NoticeKind } from '@suyuan/contract/access/notice.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { executedBy, readBy, type Writer } from '../database/statements/either-writer.ts';
import { LateBound } from '../late-bound.ts';
import type { Told } from './told.ts';
import type { WaitingWork, WorkRecord } from './waiting.ts';

/** Returns a query for the ids of enabled accounts to be notified. Provided by the module that keeps accounts. */
export type Addressees = (to: Told) => RawBuilder<{ id: number }>;

/** A notification. */
export interface NewNotice {
  readonly kind: NoticeKind;
  /** The values for the text `notice.<kind>`, which every recipient may see. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Where it links to: the first of these screens that the account may open. */
  readonly leads?: readonly Lead[];
  /** The subject, such as `code_closure:12`, by which it can be settled. */
  readonly about?: string;
  /** Until when something should be done about it. */
  readonly due?: Date | null;
  /** What it follows from, once: a second notice to the same account for the same cause is not written. */
  readonly cause?: string;
}

/** How many days notices are kept, read or not. */
const days = 90;

/** Notifies accounts of events, in the transaction of the event: if it is rolled back, nobody is notified. */
export class Notices {
  readonly addressees = new LateBound<Addressees>('addressees');
  /** All kinds of work that waits. */
  readonly kinds = new LateBound<readonly WaitingWork[]>('kinds of work');
  /** Who is to do what waits; provided by the module that keeps accounts. */
  readonly work = new LateBound<WorkRecord>('work');
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Writes notices; `writer` is the transaction of the event: `change.system`, or a connection. */
  async tell(writer: Writer, to: Told, { kind, params = {}, leads = [], about, due, cause }: NewNotice): Promise<void> {
    // Two statements, since Citus cannot insert from a query over several kinds of tables.
    const accounts = await readBy<{ id: number }>(writer, this.addressees.get()(to).compile(this.#database.db));
    await this.#write(
      writer,
      sql`
        insert into notice (account_id, kind, params, leads, about, due_at, cause)
        select id, ${kind}::text, ${json(params)}, ${json(leads)}, ${about ?? null}::text, ${due?.toISOString() ?? null}::timestamptz,
          ${cause ?? null}::text
        from unnest(${accounts.map(({ id }) => id)}::bigint[]) as addressee (id)
        on conflict do nothing`,
    );
  }

  /** Notes that a row was written which may wait for somebody. Most tables do so by a trigger, which a reference table cannot have. */
  async touched(writer: Writer, table: string, id: number): Promise<void> {
    await this.#write(writer, sql`insert into work_touched (subject, subject_id) values (${table}, ${id})`);
  }

  /** Settles notices of a kind about a subject: what they ask for is done, so nobody has to read them any more. */
  async settle(writer: Writer, kind: NoticeKind, about: string): Promise<void> {
    await this.#write(
      writer,
      sql`update notice set read_at = now() where about = ${about} and kind = ${kind} and read_at is null`,
    );
  }

  /** Deletes old notices. */
  async sweep(): Promise<void> {
    await this.#database.sql`delete from notice where created_at < now() - make_interval(days => ${days})`;
  }

  async #write(writer: Writer, statement: RawBuilder<unknown>): Promise<void> {
    await executedBy(writer, statement.compile(this.#database.db));
  }
}

/** JSON as a text parameter, which the driver does not serialise again. */
const json = (value: object) => sql`${JSON.stringify(value)}::text::jsonb`;
