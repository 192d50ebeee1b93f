import type { Connection } from '../database/database.ts';
import { queueSchema } from '../migrate/queue-schema.ts';

// A restore begins in an empty database, and marks it until everything is there: no server starts on half of one.

const mark = 'restore_unfinished';

/** Whether a restore into the database was begun and not finished. */
async function isUnfinished(sql: Connection): Promise<boolean> {
  const [row] = await sql<{ name: string | null }[]>`select to_regclass(${`public.${mark}`})::text as name`;
  return row?.name !== null;
}

/** Throws while only a part of a backup is in the database. */
export async function requireFinished(sql: Connection): Promise<void> {
  if (await isUnfinished(sql))
    throw new Error(
      'A restore into this database was begun and not finished. Run the command `restore` again: it begins anew.',
    );
}

/** Throws if there is anything in the database, but for what an interrupted restore left behind. */
export async function requireEmpty(sql: Connection): Promise<void> {
  if (await isUnfinished(sql)) return;
  const [object] = await objects(sql);
  if (object) {
    throw new Error(
      `The database is not empty: it has ${object.kind} ${object.name}, for example. A backup is restored into an empty database only; nothing was changed.`,
    );
  }
}

/** Begins a restore, or throws if there is anything in the database. What an interrupted restore left behind is removed. */
export async function beginInEmpty(sql: Connection): Promise<void> {
  if (await isUnfinished(sql)) await removeAll(sql);
  await requireEmpty(sql);
  await sql.unsafe(`create table ${mark} (began_at timestamptz not null default now())`);
}

/** The restore is complete. */
export const finish = async (sql: Connection): Promise<void> => void (await sql.unsafe(`drop table ${mark}`));

interface Stored {
  readonly kind: 'table' | 'sequence' | 'function' | 'schema';
  readonly name: string;
}

/** What is there, and is not an extension's. The mark is left out: it stays as long as anything else. */
const objects = (sql: Connection): Promise<Stored[]> => sql<Stored[]>`
  select 'table' as kind, c.oid::regclass::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '_\d{6,}$' and c.relname <> ${mark}
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all
  -- Those of no column: numbers of documents.
  select 'sequence', c.oid::regclass::text from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
  union all
  select 'function', p.oid::regprocedure::text from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'schema', quote_ident(nspname) from pg_namespace where nspname = ${queueSchema}`;

async function removeAll(sql: Connection): Promise<void> {
  for (const { kind, name } of await objects(sql)) await sql.unsafe(`drop ${kind} if exists ${name} cascade`);
  await finish(sql);
}
