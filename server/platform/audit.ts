import { type Kysely, sql, type Transaction } from 'kysely';
import type { Call } from '../../contract/call.ts';
import type { Account, Caller } from './caller.ts';
import type { MasterKey } from './master-key.ts';
import { seenBy } from './own-rows.ts';
import type { Schema } from './schema.ts';

/** A table whose rows are told apart by an `id`, or by what `keyOf` says. */
export type Thing = keyof Schema;

/** Tables whose rows are known by another column than `id`. */
const keyOf: Partial<Record<Thing, string>> = {
  picture: 'hash',
  menu_setting: 'menu_key',
  menu_button: 'menu_button_code',
};

/** What belongs to a row and is told with it, as an SQL object over the row `t`. */
const belongings: Partial<Record<Thing, string>> = {
  dealer: `jsonb_build_object('areas',
    (select coalesce(jsonb_agg(area_code order by area_code), '[]') from dealer_area where dealer_id = t.id))`,
  hierarchy: `jsonb_build_object('levels', (
    select coalesce(jsonb_agg(jsonb_build_array(unit_id, quantity) order by position), '[]')
    from hierarchy_level where hierarchy_id = t.id and version = t.version))`,
  role: `jsonb_build_object('permissions',
    (select coalesce(jsonb_agg(permission order by permission), '[]') from role_permission where role_id = t.id))`,
  account: `jsonb_build_object('roles',
    (select coalesce(jsonb_agg(role_id order by role_id), '[]') from account_role where account_id = t.id))`,
  position: `jsonb_build_object('roles',
    (select coalesce(jsonb_agg(role_id order by role_id), '[]') from position_role where position_id = t.id))`,
};

/** A change under way: one transaction, and the record of what it does to which rows. */
export interface Change {
  /** The caller's own rows, in the transaction. */
  readonly db: Kysely<Schema>;
  /** To be called before a row is changed or deleted, with its key: locks it and keeps what it was. */
  changing(thing: Thing, ...keys: readonly (number | string)[]): Promise<void>;
  /** To be called after a row was made. */
  made(thing: Thing, ...keys: readonly (number | string)[]): void;
  /** What has to be done once the change is durable. */
  afterwards(work: () => Promise<void>): void;
  /** The change is only tried: its answer is given, and nothing of it is kept. */
  undo(): void;
}

interface Touched {
  readonly thing: Thing;
  readonly key: string;
  readonly keyType: KeyType;
  readonly before: string | null;
}

/** Thrown through the transaction to take it back. */
class Undone extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('undone');
    this.answer = answer;
  }
}

/**
 * Carries out changes and keeps the record of them, in the same transaction: there is no change without its record. The
 * records form a chain under a key derived from the master key; `verifyAudit` finds what was done to it.
 */
export class AuditLog {
  readonly #db: Kysely<Schema>;
  readonly #masterKey: MasterKey;

  constructor(db: Kysely<Schema>, masterKey: MasterKey) {
    this.#db = db;
    this.#masterKey = masterKey;
  }

  async carryOut<Answer>(
    call: Call,
    input: unknown,
    caller: Caller<Account>,
    work: (change: Change) => Promise<Answer>,
  ): Promise<Answer> {
    const later: (() => Promise<void>)[] = [];
    const answer = await this.#db
      .transaction()
      .execute(async (transaction) => {
        const touched: Touched[] = [];
        let undone = false;
        const given = await work({
          db: seenBy(transaction, caller.account),
          changing: async (thing, ...keys) => void touched.push(...(await imagesBefore(transaction, thing, keys))),
          made: (thing, ...keys) =>
            void touched.push(
              ...keys.map((key) => ({ thing, key: String(key), keyType: typeOf(thing, key), before: null })),
            ),
          afterwards: (next) => void later.push(next),
          undo: () => {
            undone = true;
          },
        });
        if (undone) throw new Undone(given);
        await this.#record(transaction, call, input, caller, touched);
        return given;
      })
      .catch((error) => {
        if (error instanceof Undone) return error.answer as Answer;
        throw error;
      });
    for (const next of later) await next();
    return answer;
  }

  async #record(
    transaction: Transaction<Schema>,
    call: Call,
    input: unknown,
    { account, ip }: Caller<Account>,
    touched: readonly Touched[],
  ): Promise<void> {
    // Last of all, so that writers wait for each other as shortly as can be; and each knows its place in the chain.
    const head = await sql<{ last_id: number; mac: string }>`
      update audit_head set last_id = last_id + 1 returning last_id, mac`.execute(transaction);
    const { last_id: id, mac: previous } = head.rows[0] as { last_id: number; mac: string };
    await writeChanges(transaction, id, touched);
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
    const mac = macOf(this.#masterKey, entry, previous);
    await transaction
      .insertInto('audit_log')
      // As a text, which the driver leaves as it is.
      .values({ ...entry, input: sql`${entry.input}::text::json`, previous_mac: previous, mac })
      .execute();
    await sql`update audit_head set mac = ${mac}`.execute(transaction);
  }
}

/** A row as the log keeps it: all its columns and belongings, secrets replaced by a mark that differs when they do. */
const image = (thing: Thing) =>
  // What a row is found by follows from the row, and says nothing of its own.
  sql.raw(`audit_image(to_jsonb(t) - '{search_text,search_grams}'::text[] || ${belongings[thing] ?? `'{}'::jsonb`})`);
const key = (thing: Thing) => sql.ref(`t.${keyOf[thing] ?? 'id'}`);

/** The type a key is compared as: the column's own, so that its index finds the row. */
type KeyType = 'bigint' | 'text' | 'uuid';
const typeOf = (thing: Thing, given: number | string): KeyType => {
  if (typeof given === 'number') return 'bigint';
  if (keyOf[thing]) return 'text';
  return /^\d+$/.test(given) ? 'bigint' : 'uuid';
};

async function imagesBefore(
  transaction: Transaction<Schema>,
  thing: Thing,
  keys: readonly (number | string)[],
): Promise<Touched[]> {
  if (keys[0] === undefined) return [];
  const keyType = typeOf(thing, keys[0]);
  const { rows } = await sql<{ key: string; before: string }>`
    select ${key(thing)}::text as key, ${image(thing)}::text as before from ${sql.table(thing)} t
    where ${key(thing)} = any(${keys.map(String)}::text[]::${sql.raw(keyType)}[]) for update`.execute(transaction);
  return rows.map((row) => ({ thing, keyType, ...row }));
}

async function writeChanges(transaction: Transaction<Schema>, id: number, touched: readonly Touched[]): Promise<void> {
  const numbered = touched.map((one, position) => ({ ...one, position }));
  for (const group of Map.groupBy(numbered, ({ thing, keyType }) => `${thing} ${keyType}`).values()) {
    const { thing, keyType } = group[0] as Touched;
    await sql`
      insert into audit_change (audit_id, position, thing, thing_id, before, after)
      select ${id}, u.position, ${thing}, u.key, u.before::jsonb, (
        select ${image(thing)} from ${sql.table(thing)} t where ${key(thing)} = u.key::${sql.raw(keyType)}
      )
      from unnest(
        ${group.map(({ position }) => position)}::int[], ${group.map((one) => one.key)}::text[],
        ${group.map(({ before }) => before)}::text[]
      ) as u (position, key, before)`.execute(transaction);
  }
}

const digestOfChanges = async (transaction: Kysely<Schema>, id: number): Promise<string> =>
  (await sql<{ digest: string }>`select ${changesDigest(sql`${id}`)} as digest`.execute(transaction)).rows[0]
    ?.digest as string;

/** The digest of all changes of the record with an id, as an SQL expression. */
export const changesDigest = (id: ReturnType<typeof sql>) => sql<string>`(
  select coalesce(encode(sha256(convert_to(string_agg(
    jsonb_build_array(position, thing, thing_id, before, after)::text, chr(10) order by position), 'UTF8')), 'hex'), '')
  from audit_change where audit_id = ${id})`;

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

export function macOf(masterKey: MasterKey, entry: Entry, previous: string): string {
  const { id, at, account_id, account_name, ip, call, input, changes, changes_digest } = entry;
  const facts = [previous, id, at.toISOString(), account_id, account_name, ip, call, input, changes, changes_digest];
  return masterKey.mac(JSON.stringify(facts), 'audit');
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
