import type { FastifyReply } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Sql } from 'postgres';
import { seenBy } from '../access/row-security.ts';
import { type Account, hasLeft } from '../caller.ts';
import { type Connection, isDeadlock, type Pool } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Table, Tables } from '../database/table.ts';
import { inTransaction } from '../database/transaction.ts';
import { callerLeft, notFound } from '../refusal.ts';
import type { MacKey, MasterKey } from '../secrets/master-key.ts';
import { macOf, shownInput } from './entry.ts';
import { digestOfChanges, imagesAfter, imagesBefore, type Touched, typeOf } from './images.ts';
import { lockedToWrite, unannounced, WrittenTables } from './written-tables.ts';

/** A table whose rows are told apart by an `id`, or by what its facts say. */
export type Thing = keyof Schema;

/** A change under way: one transaction, and the record of what it does to which rows. */
export interface Change {
  /** The caller's own rows, in the transaction. */
  readonly db: Kysely<Schema>;
  /** The same transaction without regard to who calls: for what the system itself keeps of the change, and announces nowhere. */
  readonly system: Kysely<Schema>;
  /** The same for what keeps a record of its own, as acts do. */
  readonly sql: Connection;
  readonly tables: Tables;
  /** To be called before a row is changed or deleted, with its key: locks it and keeps what it was. */
  changing(thing: Thing, ...keys: readonly (number | string)[]): Promise<void>;
  /** To be called after a row was made. */
  made(thing: Thing, ...keys: readonly (number | string)[]): void;
  /** Carries out a part of the change; when it throws, the part is taken back, and its record with it. */
  attempt<Result>(part: () => Promise<Result>): Promise<Result>;
  /** What does not become otherwise while the change goes on, under a name: read once. */
  once<Value>(name: string, read: () => Promise<Value>): Promise<Value>;
  /** What has to be done once the change is durable. */
  afterwards(work: () => Promise<void>): void;
  /** The change is only tried: its answer is given, and nothing of it is kept. */
  undo(): void;
}

/** Who makes a change, and from where: a caller, or a command on the server. */
export interface Author {
  readonly account: Pick<Account, 'id' | 'account_name' | 'party'>;
  readonly ip: string;
  /** Where the answer goes: nothing is begun for who left. */
  readonly reply?: FastifyReply;
}

/** A call of the contract, or what a command goes by. */
interface Named {
  readonly path: string;
}

/** Thrown through the transaction to take it back. */
class Undone extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('undone');
    this.answer = answer;
  }
}

class ChangeUnderWay implements Change {
  readonly db: Kysely<Schema>;
  readonly tables: Tables;
  readonly touched: Touched[] = [];
  readonly later: (() => Promise<void>)[] = [];
  undone = false;
  readonly #transaction: Transaction<Schema>;
  readonly #connection: Connection;
  readonly #written = new WrittenTables();
  readonly #known = new Map<string, Promise<unknown>>();
  /** Something was done beside `db`, whose statements are looked at. */
  #isUnobserved = false;
  /** Those of rows that were announced, in parts that were taken back as well. */
  readonly #announced = new Set<string>();
  /** Tables that had not all rows that were to be changed. */
  readonly #absent = new Set<Thing>();

  constructor(transaction: Transaction<Schema>, connection: Connection, account: Author['account'], tables: Tables) {
    this.#transaction = transaction;
    this.#connection = connection;
    this.tables = tables;
    this.db = seenBy(transaction.withPlugin(this.#written), account, tables);
  }

  get system(): Kysely<Schema> {
    this.#isUnobserved = true;
    return this.#transaction;
  }

  get sql(): Connection {
    this.#isUnobserved = true;
    return this.#connection;
  }

  async changing(thing: Thing, ...keys: readonly (number | string)[]): Promise<void> {
    this.#announced.add(thing);
    const found = await imagesBefore(this.#transaction, this.#table(thing), keys);
    if (found.length < new Set(keys).size) this.#absent.add(thing);
    for (const one of found) this.touched.push(one);
  }

  made(thing: Thing, ...keys: readonly (number | string)[]): void {
    const table = this.#table(thing);
    this.#announced.add(thing);
    for (const key of keys) {
      this.touched.push({ table, key: String(key), keyType: typeOf(table, key), before: null });
    }
  }

  async attempt<Result>(part: () => Promise<Result>): Promise<Result> {
    const [touched, written, later] = [this.touched.length, this.#written.names.length, this.later.length];
    await sql`savepoint part`.execute(this.#transaction);
    try {
      const result = await part();
      await sql`release savepoint part`.execute(this.#transaction);
      return result;
    } catch (error) {
      await sql`rollback to savepoint part`.execute(this.#transaction);
      this.touched.length = touched;
      this.#written.names.length = written;
      this.later.length = later;
      // Some of it may have been so in the part only: a lock, a row.
      this.#known.clear();
      throw error;
    }
  }

  once<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(name) ?? read();
    this.#known.set(name, known);
    return known as Promise<Value>;
  }

  afterwards(work: () => Promise<void>): void {
    this.later.push(work);
  }

  undo(): void {
    this.undone = true;
  }

  /** Throws when it wrote what the record would not tell. */
  async requireAnnounced({ path }: Named): Promise<void> {
    const locked = this.#isUnobserved ? await lockedToWrite(this.#transaction, this.tables) : [];
    const hidden = unannounced(this.tables, locked, this.#announced);
    if (hidden.length > 0) throw new Error(`${path} wrote ${hidden.join(', ')} and announced no row of it`);
    const announced = new Set<string>(this.touched.map(({ table }) => table.name));
    const silent = unannounced(this.tables, this.#written.names, announced);
    if (silent.length === 0) return;
    // Others made a row between the look at it and the change: when it was asked for, it was not there.
    const [absent] = this.#absent;
    const lookedFor = announced.union(this.#absent);
    if (absent && unannounced(this.tables, this.#written.names, lookedFor).length === 0) throw notFound(absent);
    throw new Error(`${path} wrote ${silent.join(', ')} and announced no row of it`);
  }

  #table(thing: Thing): Table {
    const table = this.tables.get(thing);
    if (!table) throw new Error(`${thing} is no table`);
    return table;
  }
}

type Parts<Answer> = [call: Named, input: unknown, author: Author, work: (change: Change) => Promise<Answer>];

/** What a change has come to, and what follows it. */
interface Done<Answer> {
  readonly answer: Answer;
  readonly later: readonly (() => Promise<void>)[];
}

/**
 * Carries out changes and keeps the record of them, in the same transaction: there is no change without its record. The
 * records form a chain under a key derived from the master key; `verifyAudit` finds what was done to it.
 */
export class AuditLog {
  readonly #sql: Sql;
  readonly #key: MacKey;
  readonly #tables: Tables;
  readonly #turn: LimitFunction;

  constructor({ sql, connections }: Pick<Pool, 'sql' | 'connections'>, tables: Tables, masterKey: MasterKey) {
    this.#sql = sql;
    this.#tables = tables;
    this.#key = masterKey.macKey('audit');
    // A change may read beside its transaction. If changes held every connection, each would wait for the others.
    this.#turn = pLimit(Math.max(1, connections - 2));
  }

  /** `again`: two changes that wait for each other are ended by PostgreSQL, one of them; its work is done anew. */
  carryOut<Answer>(
    call: Named,
    input: unknown,
    author: Author,
    work: (change: Change) => Promise<Answer>,
    { again = false }: { readonly again?: boolean } = {},
  ): Promise<Answer> {
    return this.#turn(async () => {
      if (author.reply && hasLeft(author.reply)) throw callerLeft();
      const { answer, later } = await this.#tried(call, input, author, work, again ? 3 : 1);
      for (const next of later) await next();
      return answer;
    });
  }

  async #tried<Answer>(
    ...[call, input, author, work, tries]: [...Parts<Answer>, tries: number]
  ): Promise<Done<Answer>> {
    try {
      return await this.#carryOut(call, input, author, work);
    } catch (error) {
      if (tries <= 1 || !isDeadlock(error)) throw error;
      return this.#tried(call, input, author, work, tries - 1);
    }
  }

  async #carryOut<Answer>(...[call, input, author, work]: Parts<Answer>): Promise<Done<Answer>> {
    return inTransaction(this.#sql, async (transaction, connection) => {
      const under = new ChangeUnderWay(transaction, connection, author.account, this.#tables);
      const answer = await work(under);
      await under.requireAnnounced(call);
      if (under.undone) throw new Undone(answer);
      await this.#record(transaction, call, input, author, under.touched);
      return { answer, later: under.later };
    }).catch((error) => {
      if (error instanceof Undone) return { answer: error.answer as Answer, later: [] };
      throw error;
    });
  }

  async #record(
    transaction: Transaction<Schema>,
    call: Named,
    input: unknown,
    { account, ip }: Author,
    touched: readonly Touched[],
  ): Promise<void> {
    const writeUnder = await imagesAfter(transaction, touched);
    // Last of all, so that writers wait for each other as shortly as can be; and each knows its place in the chain.
    const head = await sql<{ last_id: number; mac: string }>`
      update audit_head set last_id = last_id + 1 returning last_id, mac`.execute(transaction);
    const { last_id: id, mac: previous } = head.rows[0] as { last_id: number; mac: string };
    await writeUnder(id);
    const entry = {
      id,
      at: new Date(),
      account_id: account.id,
      account_name: account.account_name,
      ip,
      call: call.path,
      input: JSON.stringify(shownInput(input)),
      changes: touched.length,
      changes_digest: await digestOfChanges(transaction, id),
    };
    const mac = macOf(this.#key, entry, previous);
    await transaction
      .insertInto('audit_log')
      // As a text, which the driver leaves as it is.
      .values({ ...entry, input: sql`${entry.input}::text::json`, previous_mac: previous, mac })
      .execute();
    await sql`update audit_head set mac = ${mac}`.execute(transaction);
  }
}
