import { type Kysely, sql, type Transaction } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Call } from '../../../contract/call.ts';
import { seenBy } from '../access/row-security.ts';
import type { Account, Caller } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Table, Tables } from '../database/table.ts';
import type { MacKey, MasterKey } from '../secrets/master-key.ts';
import { digestOfChanges, imagesAfter, imagesBefore, type Touched, typeOf } from './images.ts';

/** A table whose rows are told apart by an `id`, or by what its facts say. */
export type Thing = keyof Schema;

/** A change under way: one transaction, and the record of what it does to which rows. */
export interface Change {
  /** The caller's own rows, in the transaction. */
  readonly db: Kysely<Schema>;
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
  readonly touched: Touched[] = [];
  readonly later: (() => Promise<void>)[] = [];
  undone = false;
  readonly #transaction: Transaction<Schema>;
  readonly #tables: Tables;
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(transaction: Transaction<Schema>, account: Account, tables: Tables) {
    this.#transaction = transaction;
    this.#tables = tables;
    this.db = seenBy(transaction, account, tables);
  }

  async changing(thing: Thing, ...keys: readonly (number | string)[]): Promise<void> {
    for (const one of await imagesBefore(this.#transaction, this.#table(thing), keys)) this.touched.push(one);
  }

  made(thing: Thing, ...keys: readonly (number | string)[]): void {
    const table = this.#table(thing);
    for (const key of keys) {
      this.touched.push({ table, key: String(key), keyType: typeOf(table, key), before: null });
    }
  }

  async attempt<Result>(part: () => Promise<Result>): Promise<Result> {
    const [touched, later] = [this.touched.length, this.later.length];
    await sql`savepoint part`.execute(this.#transaction);
    try {
      const result = await part();
      await sql`release savepoint part`.execute(this.#transaction);
      return result;
    } catch (error) {
      await sql`rollback to savepoint part`.execute(this.#transaction);
      this.touched.length = touched;
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

  #table(thing: Thing): Table {
    const table = this.#tables.get(thing);
    if (!table) throw new Error(`${thing} is no table`);
    return table;
  }
}

/**
 * Carries out changes and keeps the record of them, in the same transaction: there is no change without its record. The
 * records form a chain under a key derived from the master key; `verifyAudit` finds what was done to it.
 */
export class AuditLog {
  readonly #db: Kysely<Schema>;
  readonly #key: MacKey;
  readonly #tables: Tables;
  readonly #turn: LimitFunction;

  /** `connections`: how many the database has for this server. */
  constructor(db: Kysely<Schema>, tables: Tables, masterKey: MasterKey, connections: number) {
    this.#db = db;
    this.#tables = tables;
    this.#key = masterKey.macKey('audit');
    // A change may read beside its transaction. If changes held every connection, each would wait for the others.
    this.#turn = pLimit(Math.max(1, connections - 2));
  }

  carryOut<Answer>(
    call: Call,
    input: unknown,
    caller: Caller<Account>,
    work: (change: Change) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#turn(() => this.#carryOut(call, input, caller, work));
  }

  async #carryOut<Answer>(
    call: Call,
    input: unknown,
    caller: Caller<Account>,
    work: (change: Change) => Promise<Answer>,
  ): Promise<Answer> {
    const answered = await this.#db
      .transaction()
      .execute(async (transaction) => {
        const under = new ChangeUnderWay(transaction, caller.account, this.#tables);
        const answer = await work(under);
        if (under.undone) throw new Undone(answer);
        await this.#record(transaction, call, input, caller, under.touched);
        return { answer, later: under.later };
      })
      .catch((error) => {
        if (error instanceof Undone) return { answer: error.answer as Answer, later: [] };
        throw error;
      });
    for (const next of answered.later) await next();
    return answered.answer;
  }

  async #record(
    transaction: Transaction<Schema>,
    call: Call,
    input: unknown,
    { account, ip }: Caller<Account>,
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

/** What the chain is made of: a record's own facts and its digest of changes. */
export interface Entry {
  readonly id: number;
  readonly at: Date;
  readonly account_id: number;
  readonly account_name: string;
  readonly ip: string;
  readonly call: string;
  readonly input: string;
  readonly changes: number;
  readonly changes_digest: string;
}

export function macOf(key: MacKey, entry: Entry, previous: string): string {
  const { id, at, account_id, account_name, ip, call, input, changes, changes_digest } = entry;
  const facts = [previous, id, at.toISOString(), account_id, account_name, ip, call, input, changes, changes_digest];
  return key.mac(JSON.stringify(facts));
}

const secret = /password|secret|token|ticket|sealed|one_time_code|recovery/;
const mostItems = 100;

/** The input as it was given, with secrets left out and long lists cut. */
function shownInput(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostItems).map(shownInput);
    return value.length > mostItems ? [...shown, `… ${value.length - mostItems} more`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, secret.test(name) ? '•••' : shownInput(one)]),
  );
}
