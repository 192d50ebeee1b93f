import type { ReservedConnection } from '../database/driver/sql.ts';

/**
 * Runs a step of a migration in one transaction. When Citus converts a table, on request or because of a new foreign key, its
 * identity sequences start again: here their values are restored. A step that another one takes is a part of that.
 */
export async function takeStep(sql: ReservedConnection, step: () => Promise<void>): Promise<void> {
  if (inSteps.has(sql)) {
    const before = await identities(sql);
    await step();
    await goOn(sql, before);
    return;
  }
  inSteps.add(sql);
  await sql.unsafe('begin');
  try {
    // On a cluster a step may change rows and then tables on several nodes; elsewhere the setting has no effect.
    await sql.unsafe(`set local citus.multi_shard_modify_mode = 'sequential'`);
    const before = await identities(sql);
    await step();
    await goOn(sql, before);
    await sql.unsafe('commit');
  } catch (error) {
    await sql.unsafe('rollback');
    throw error;
  } finally {
    inSteps.delete(sql);
  }
}

/** The connections that are in the middle of a step. */
const inSteps = new WeakSet<ReservedConnection>();

interface Identity {
  readonly table: string;
  readonly column: string;
  /** The last value of its sequence. */
  readonly last: number | null;
}

/** Only of a cluster: there are a hundred, and elsewhere no step takes a number back. */
const identities = (sql: ReservedConnection): Promise<Identity[]> => sql<Identity[]>`
  select c.relname as table, a.attname as column,
    pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass) as last
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped
    and exists (select 1 from pg_extension where extname = 'citus')`;

async function goOn(sql: ReservedConnection, before: readonly Identity[]): Promise<void> {
  // Of a new schema none has given any.
  if (before.every(({ last }) => last === null)) return;
  const lasts = new Map((await identities(sql)).map(({ table, column, last }) => [`${table}.${column}`, last]));
  for (const { table, column, last } of before) {
    const now = lasts.get(`${table}.${column}`);
    if (last === null || now === undefined || (now ?? 0) >= last) continue;
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last}::bigint)`;
  }
}
