import type { Lead, NoticeKind } from '@suyuan/contract/access/notice.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { executedBy, readBy, type Writer } from '../database/statements/either-writer.ts';
import { LateBound } from '../late-bound.ts';
import type { Party } from '../party.ts';
import type { Told } from './told.ts';
import type { WaitingWork, WorkRecord } from './waiting.ts';

/** Returns a query for the ids of enabled accounts to be notified. Provided by the module that keeps accounts. */
export type Addressees = (to: Told) => RawBuilder<Addressee>;

/** An account that is notified, and its party. */
export interface Addressee {
  readonly id: number;
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
}

/** A notice for the people of a party, or of the enterprise. */
export interface PartyNotice extends NewNotice {
  readonly of: Party | undefined;
}

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
  async tell(writer: Writer, to: Told, notice: NewNotice): Promise<void> {
    const accounts = await this.#addressees(writer, to);
    await this.#insert(
      writer,
      accounts.map(({ id }) => ({ ...notice, account_id: id })),
    );
  }

  /** Writes a notice of its own for the people of each party who hold a permission, all of them at once. */
  async tellEach(writer: Writer, holding: Permission, told: readonly PartyNotice[]): Promise<void> {
    const accounts = await this.#addressees(writer, { holding, among: told.map(({ of }) => of) });
    const peopleOf = Map.groupBy(accounts, ({ factory_id, dealer_id }) =>
      keyOf(
        dealer_id ? { kind: 'dealer', id: dealer_id } : factory_id ? { kind: 'factory', id: factory_id } : undefined,
      ),
    );
    await this.#insert(
      writer,
      told.flatMap(({ of, ...notice }) =>
        (peopleOf.get(keyOf(of)) ?? []).map(({ id }) => ({ ...notice, account_id: id })),
      ),
    );
  }

  #addressees(writer: Writer, to: Told): Promise<Addressee[]> {
    return readBy<Addressee>(writer, this.addressees.get()(to).compile(this.#database.db));
  }

  /** Accounts are read before, since Citus cannot insert from a query over several kinds of tables. */
  async #insert(writer: Writer, notices: readonly (NewNotice & { readonly account_id: number })[]): Promise<void> {
    if (notices.length === 0) return;
    const rows = notices.map(({ params = {}, leads = [], due, ...notice }) => ({
      ...{ ...notice, params, leads },
      due_at: due?.toISOString() ?? null,
    }));
    await this.#write(
      writer,
      sql`
        insert into notice (account_id, kind, params, leads, about, due_at, cause)
        select account_id, kind, params, leads, about, due_at, cause
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as told (account_id bigint, kind text, params jsonb,
          leads jsonb, about text, due_at timestamptz, cause text)
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

const keyOf = (party: Party | undefined): string => (party ? `${party.kind} ${party.id}` : '');
