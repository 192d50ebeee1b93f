import { type Kysely, sql, type Transaction } from 'kysely';
import { localisedFieldsSql } from '../database/localised.ts';
import type { Schema } from '../database/schema.ts';
import type { Table } from '../database/table.ts';

/** A row that a change touches, with its image from before; null for a new row. */
export interface Touched {
  readonly table: Table;
  readonly key: string;
  readonly keyType: KeyType;
  readonly before: string | null;
}

/** The image of a row: all columns and belongings, with secrets replaced by a mark that changes when they do. */
const image = ({ audit, localised = [] }: Table) => {
  // Search columns are derived from the row.
  const others = ['search_text', 'search_grams', ...localised.map(({ column }) => column)];
  const fields = localised.length === 0 ? '' : ` || ${localisedFieldsSql(localised)}`;
  const belongings = audit?.belongings ?? `'{}'::jsonb`;
  return sql.raw(`audit_image(to_jsonb(t) - '{${others}}'::text[]${fields} || ${belongings})`);
};
const key = ({ audit }: Table) => sql.ref(`t.${audit?.key ?? 'id'}`);

/** The type that a key is cast to: that of its column, so that the index is used. */
export type KeyType = 'bigint' | 'text' | 'uuid';
export const typeOf = ({ audit }: Table, key: number | string): KeyType => {
  if (typeof key === 'number') return 'bigint';
  if (audit?.key) return 'text';
  return /^\d+$/.test(key) ? 'bigint' : 'uuid';
};

/**
 * Reads the images of rows before the change and locks the rows. A key without a row is locked, too: of two changes that both make
 * it, the second one waits for the first and finds its row. Many keys share some locks, of which a server has a limited number.
 */
export async function imagesBefore(
  transaction: Transaction<Schema>,
  table: Table,
  keys: readonly (number | string)[],
): Promise<Touched[]> {
  const found = await lockedImages(transaction, table, keys);
  const there = new Set(found.map((one) => one.key));
  const absent = keys.map(String).filter((one) => !there.has(one));
  if (absent.length === 0) return found;
  await sql`
    select pg_advisory_xact_lock(hashtext(${table.name}), share)
    from (select distinct hashtext(key) & 255 as share from unnest(${absent}::text[]) as key order by 1) as shares`.execute(
    transaction,
  );
  const made = await lockedImages(transaction, table, absent);
  return [...found, ...made.filter((one) => !there.has(one.key))];
}

async function lockedImages(
  transaction: Transaction<Schema>,
  table: Table,
  keys: readonly (number | string)[],
): Promise<Touched[]> {
  if (keys[0] === undefined) return [];
  const keyType = typeOf(table, keys[0]);
  const { rows } = await sql<{ key: string; before: string }>`
    select ${key(table)}::text as key, ${image(table)}::text as before from ${sql.table(table.name)} t
    where ${key(table)} = any(${keys.map(String)}::text[]::${sql.raw(keyType)}[]) for update`.execute(transaction);
  return rows.map((row) => ({ table, keyType, ...row }));
}

/** Up to this many images are written while the head of the chain is locked; more are prepared before. */
const maxInTurn = 1000;

/**
 * Reads the images of rows after the change, and returns a function that writes them under the id of the record. Many images
 * are read into a temporary table first, so that the head of the chain, for which all writers wait, is locked only briefly.
 */
export async function imagesAfter(
  transaction: Transaction<Schema>,
  rows: readonly Touched[],
): Promise<(id: number) => Promise<unknown>> {
  if (rows.length <= maxInTurn) return (id) => writeImages(transaction, 'audit_change', id, rows);
  await sql`create temporary table audit_image (like audit_change) on commit drop`.execute(transaction);
  await writeImages(transaction, 'audit_image', 0, rows);
  return (id) =>
    sql`
      insert into audit_change (audit_id, position, thing, thing_id, before, after)
      select ${id}::bigint, position, thing, thing_id, before, after from audit_image`.execute(transaction);
}

async function writeImages(
  transaction: Transaction<Schema>,
  into: 'audit_change' | 'audit_image',
  id: number,
  rows: readonly Touched[],
): Promise<void> {
  const numbered = rows.map((one, position) => ({ ...one, position }));
  for (const group of Map.groupBy(numbered, ({ table, keyType }) => `${table.name} ${keyType}`).values()) {
    const { table, keyType } = group[0] as Touched;
    await sql`
      insert into ${sql.table(into)} (audit_id, position, thing, thing_id, before, after)
      select ${id}::bigint, u.position, ${table.name}, u.key, u.before::jsonb, (
        select ${image(table)} from ${sql.table(table.name)} t where ${key(table)} = u.key::${sql.raw(keyType)}
      )
      from unnest(
        ${group.map(({ position }) => position)}::int[], ${group.map((one) => one.key)}::text[],
        ${group.map(({ before }) => before)}::text[]
      ) as u (position, key, before)`.execute(transaction);
  }
}

export const digestOfChanges = async (transaction: Kysely<Schema>, id: number): Promise<string> =>
  (await sql<{ digest: string }>`select ${changesDigest(sql`${id}`)} as digest`.execute(transaction)).rows[0]
    ?.digest as string;

/** The digest of all changes of the record with an id, as an SQL expression. */
export const changesDigest = (id: ReturnType<typeof sql>) => sql<string>`(
  select coalesce(encode(sha256(convert_to(string_agg(
    jsonb_build_array(position, thing, thing_id, before, after)::text, chr(10) order by position), 'UTF8')), 'hex'), '')
  from audit_change where audit_id = ${id})`;
