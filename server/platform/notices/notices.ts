import { type RawBuilder, sql } from 'kysely';
import type { Lead, NoticeKind } from '../../../contract/access/notice.ts';
import type { Permission } from '../../../contract/menu.ts';
import type { Database } from '../database/database.ts';
import { executedBy, readBy, type Writer } from '../database/statements/either-writer.ts';
import { Offer } from '../offer.ts';

/** Who is told: accounts by their ids, or all of the enterprise's that hold a permission, but for one. */
export type Told = readonly number[] | { readonly holding: Permission; readonly except?: number };

/** Asks for the accounts, by their `id`, that are to be told and may be used. Whoever keeps the accounts knows. */
export type Addressees = (to: Told) => RawBuilder<{ id: number }>;

/** What an account is told. */
export interface NewNotice {
  readonly kind: NoticeKind;
  /** What the text `notice.<kind>` says of it. Nothing that is not for everyone who is told. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Where it leads: the first of these screens that the account may open. */
  readonly leads?: readonly Lead[];
  /** What it is about, as `code_closure:12`, so that it can be settled. */
  readonly about?: string;
}

/** So many days a notice is kept, read or not. */
const days = 90;

/** Tells accounts what happened, in the transaction in which it does: what is rolled back was never told. */
export class Notices {
  readonly addressees = new Offer<Addressees>();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** An account is told; `writer` is the transaction of what happened: `change.system`, or a connection. */
  async tell(writer: Writer, to: Told, { kind, params = {}, leads = [], about }: NewNotice): Promise<void> {
    // On a cluster nothing is written from a question that goes over tables of several kinds.
    const accounts = await readBy<{ id: number }>(writer, this.addressees.take()(to).compile(this.#database.db));
    await this.#write(
      writer,
      sql`
        insert into notice (account_id, kind, params, leads, about)
        select id, ${kind}::text, ${json(params)}, ${json(leads)}, ${about ?? null}::text
        from unnest(${accounts.map(({ id }) => id)}::bigint[]) as told (id)`,
    );
  }

  /** What notices of this kind ask of anybody is done: nobody has to read them any more. */
  async settle(writer: Writer, kind: NoticeKind, about: string): Promise<void> {
    await this.#write(
      writer,
      sql`update notice set read_at = now() where about = ${about} and kind = ${kind} and read_at is null`,
    );
  }

  /** Forgets notices in time. */
  async sweep(): Promise<void> {
    await this.#database.sql`delete from notice where created_at < now() - make_interval(days => ${days})`;
  }

  async #write(writer: Writer, statement: RawBuilder<unknown>): Promise<void> {
    await executedBy(writer, statement.compile(this.#database.db));
  }
}

/** As a text, which the driver leaves as it is. */
const json = (value: object) => sql`${JSON.stringify(value)}::text::jsonb`;
