import type { FastifyReply } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import { seenBy } from '../access/row-security.ts';
import { type Account, hasLeft } from '../caller.ts';
import { type Caches, tellCaches } from '../database/caches.ts';
import { type Connection, isWorthRepeating, type Pool } from '../database/database.ts';
import { ConnectionError } from '../database/driver/errors.ts';
import type { Sql } from '../database/driver/sql.ts';
import type { Schema } from '../database/schema.ts';
import type { Table, Tables } from '../database/table.ts';
import { inTransaction } from '../database/transaction.ts';
import { callerLeft, notFound } from '../refusal.ts';
import type { MacKey, MasterKey } from '../secrets/master-key.ts';
import { macOf, shownInput } from './entry.ts';
import { digestOfChanges, imagesAfter, imagesBefore, type Touched, typeOf } from './images.ts';
import { lockedToWrite, unannounced, WrittenTables } from './written-tables.ts';

/** A table whose rows the audit log records, identified by `id` or by the key in its facts. */
export type AuditedTable = keyof Schema;

/** A change under way (unit of work): one transaction, and the audit record of what it does to which rows. */
export interface Change {
  /** The transaction, narrowed to the rows of the caller. Tables that are written through it have to be announced. */
  readonly db: Kysely<Schema>;
  /** The same transaction, not narrowed: for rows that the system itself keeps and that need not be announced. */
  readonly system: Kysely<Schema>;
  /** The same transaction as tagged templates: for tables that are a record themselves, as events are. */
  readonly sql: Connection;
  readonly tables: Tables;
  /** Announces rows that are about to be changed or deleted: locks them (`for update`) and keeps their images. */
  changing(name: AuditedTable, ...keys: readonly (number | string)[]): Promise<void>;
  /** Announces rows that were inserted. */
  made(name: AuditedTable, ...keys: readonly (number | string)[]): void;
  /** Runs a part of the change in a savepoint; if it throws, the part is rolled back and its record dropped. */
  attempt<Result>(part: () => Promise<Result>): Promise<Result>;
  /** Reads something that stays the same during the change once, and caches it under a name. */
  once<Value>(name: string, read: () => Promise<Value>): Promise<Value>;
  /** Registers work to be done after the commit. */
  afterwards(work: () => Promise<void>): void;
  /** Registers work to be done if the change, or the part of it that registers this, is rolled back. */
  ifUndone(work: () => Promise<void>): void;
  /** Makes the change a dry run: it answers, and is rolled back. */
  undo(): void;
}

/** Who makes a change, and from where: a caller, or a command on the server. */
export interface Author {
  readonly account: Pick<Account, 'id' | 'account_name' | 'party'>;
  readonly ip: string;
  /** The answer to the call: a change is not begun if the caller has already disconnected. */
  readonly reply?: FastifyReply;
}

/** A call of the contract, or a command with a name in its place. */
interface Named {
  readonly path: string;
}

/** Thrown out of the transaction to roll back a dry run. */
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
  readonly #ifUndone: (() => Promise<void>)[] = [];
  undone = false;
  readonly #transaction: Transaction<Schema>;
  readonly #connection: Connection;
  readonly #written = new WrittenTables();
  readonly #results = new Map<string, Promise<unknown>>();
  /** `system` or `sql` was used, whose statements are not observed as those of `db` are. */
  #isUnobserved = false;
  /** Tables of which rows were announced, including in parts that were rolled back. */
  readonly #announced = new Set<string>();
  /** Tables in which some of the rows to be changed did not exist. */
  readonly #absent = new Set<AuditedTable>();

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

  async changing(name: AuditedTable, ...keys: readonly (number | string)[]): Promise<void> {
    this.#announced.add(name);
    const images = await imagesBefore(this.#transaction, this.#table(name), keys);
    if (images.length < new Set(keys).size) this.#absent.add(name);
    for (const one of images) this.touched.push(one);
  }

  made(name: AuditedTable, ...keys: readonly (number | string)[]): void {
    const table = this.#table(name);
    this.#announced.add(name);
    for (const key of keys) {
      this.touched.push({ table, key: String(key), keyType: typeOf(table, key), before: null });
    }
  }

  async attempt<Result>(part: () => Promise<Result>): Promise<Result> {
    const [touched, written, later] = [this.touched.length, this.#written.names.length, this.later.length];
    const undone = this.#ifUndone.length;
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
      await this.rolledBack(undone);
      // The rollback may have undone what was cached within the part.
      this.#results.clear();
      throw error;
    }
  }

  once<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const result = this.#results.get(name) ?? read();
    this.#results.set(name, result);
    return result as Promise<Value>;
  }

  afterwards(work: () => Promise<void>): void {
    this.later.push(work);
  }

  ifUndone(work: () => Promise<void>): void {
    this.#ifUndone.push(work);
  }

  undo(): void {
    this.undone = true;
  }

  /** Does what was registered for a rollback, from this one on. */
  async rolledBack(from = 0): Promise<void> {
    for (const work of this.#ifUndone.splice(from)) await work();
  }

  /**
   * Throws if a table was written of which no row was announced: the record would not show it. Returns the tables that were
   * written, or announced.
   */
  async requireAnnounced({ path }: Named): Promise<ReadonlySet<string>> {
    const locked = this.#isUnobserved ? await lockedToWrite(this.#transaction, this.tables) : [];
    const hidden = unannounced(this.tables, locked, this.#announced);
    if (hidden.length > 0) throw new Error(`${path} wrote ${hidden.join(', ')} without announcing a row`);
    const announced = new Set<string>(this.touched.map(({ table }) => table.name));
    const silent = unannounced(this.tables, this.#written.names, announced);
    if (silent.length === 0) return new Set([...announced, ...this.#written.names, ...locked]);
    // The row did not exist when it was announced, but somebody inserted it before the statement: answered as not found.
    const [absent] = this.#absent;
    const lookedFor = announced.union(this.#absent);
    if (absent && unannounced(this.tables, this.#written.names, lookedFor).length === 0) throw notFound(absent);
    throw new Error(`${path} wrote ${silent.join(', ')} without announcing a row`);
  }

  #table(name: AuditedTable): Table {
    const table = this.tables.get(name);
    if (!table) throw new Error(`${name} is not a table with facts`);
    return table;
  }
}

type Parts<Answer> = [call: Named, input: unknown, author: Author, work: (change: Change) => Promise<Answer>];

/** The answer of a change, and the work that follows its commit. */
interface Done<Answer> {
  readonly answer: Answer;
  readonly later: readonly (() => Promise<void>)[];
  /** The written tables that servers cache. */
  readonly cached: readonly string[];
}

/**
 * Carries out changes and writes their records in the same transaction, so there is no change without its record. The records
 * form a chain of MACs under a key derived from the master key; `verifyAudit` detects tampering.
 */
export class AuditLog {
  readonly #sql: Sql;
  readonly #key: MacKey;
  readonly #tables: Tables;
  readonly #limit: LimitFunction;
  readonly #caches: Pick<Caches, 'reload'> | undefined;

  /** `caches`: those of this server; a command on the server has none. */
  constructor(
    { sql, connections }: Pick<Pool, 'sql' | 'connections'>,
    tables: Tables,
    masterKey: MasterKey,
    caches?: Pick<Caches, 'reload'>,
  ) {
    this.#sql = sql;
    this.#caches = caches;
    this.#tables = tables;
    this.#key = masterKey.macKey('audit');
    // A change may also read outside of its transaction. If changes held every connection, these reads would deadlock.
    this.#limit = pLimit(Math.max(1, connections - 2));
  }

  /**
   * Runs `work` in one transaction and writes its record. With `again`, work that ended because of a deadlock or a lost
   * node is done again. Throws, with nothing changed, what `work` throws, or if it wrote a table that it did not announce.
   */
  inTransaction<Answer>(
    call: Named,
    input: unknown,
    author: Author,
    work: (change: Change) => Promise<Answer>,
    { again = false }: { readonly again?: boolean } = {},
  ): Promise<Answer> {
    return this.#limit(async () => {
      if (author.reply && hasLeft(author.reply)) throw callerLeft();
      const { answer, later, cached } = await this.#tried(call, input, author, work, again ? 3 : 1);
      if (cached.length > 0) await this.#caches?.reload(cached);
      for (const next of later) await next();
      return answer;
    });
  }

  async #tried<Answer>(
    ...[call, input, author, work, tries]: [...Parts<Answer>, tries: number]
  ): Promise<Done<Answer>> {
    try {
      return await this.#inTransaction(call, input, author, work);
    } catch (error) {
      if (tries <= 1 || !isWorthRepeating(error)) throw error;
      return this.#tried(call, input, author, work, tries - 1);
    }
  }

  async #inTransaction<Answer>(...[call, input, author, work]: Parts<Answer>): Promise<Done<Answer>> {
    let change: ChangeUnderWay | undefined;
    return inTransaction(this.#sql, async (transaction, connection) => {
      const under = new ChangeUnderWay(transaction, connection, author.account, this.#tables);
      change = under;
      const answer = await work(under);
      const tables = await under.requireAnnounced(call);
      if (under.undone) throw new Undone(answer);
      const cached = await tellCaches(transaction, this.#tables, tables);
      await this.#record(transaction, call, input, author, under.touched);
      return { answer, later: under.later, cached };
    }).catch(async (error) => {
      // If the connection was lost during the commit, nobody knows whether it was carried out.
      if (!(error instanceof ConnectionError)) await change?.rolledBack();
      if (error instanceof Undone) return { answer: error.answer as Answer, later: [], cached: [] };
      throw error;
    });
  }

  async #record(
    transaction: Transaction<Schema>,
    call: Named,
    input: unknown,
    { account, ip }: Author,
    rows: readonly Touched[],
  ): Promise<void> {
    const writeUnder = await imagesAfter(transaction, rows);
    // This update locks the head of the chain, for which all writers wait: it comes last, to hold the lock briefly.
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
      changes: rows.length,
      changes_digest: await digestOfChanges(transaction, id),
    };
    const mac = macOf(this.#key, entry, previous);
    await transaction
      .insertInto('audit_log')
      // Cast from text, because the driver would serialise JSON anew and change the bytes that the MAC covers.
      .values({ ...entry, input: sql`${entry.input}::text::json`, previous_mac: previous, mac })
      .execute();
    await sql`update audit_head set mac = ${mac}`.execute(transaction);
  }
}
