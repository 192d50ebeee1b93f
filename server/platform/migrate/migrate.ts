import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ReservedConnection, Sql } from '../database/driver/sql.ts';
import type { Tables } from '../database/table.ts';
import { version } from '../version.ts';
import { distribute } from './distribute.ts';
import { migrateQueue } from './queue-schema.ts';
import { takeStep } from './schema-step.ts';

const migrations = new URL('../../migrations/', import.meta.url);

/** How far to migrate; by default as far as this program knows. */
interface Extent {
  /** The files to run. */
  readonly only?: ReadonlySet<string>;
  /** Leaves new tables of a cluster where they are. */
  readonly undistributed?: boolean;
}

/**
 * Migrates the database to the newest schema: runs every numbered file of migrations/ once, in order, one server at a time; then
 * distributes tables on a cluster. Throws for a database that is newer than this program or whose history differs. Of a database
 * that was in use, all files run in one transaction: if one fails, the version before starts on it as it did.
 */
export async function migrate(
  sql: Sql,
  tables: Tables,
  folder: URL = migrations,
  { only, undistributed = false }: Extent = {},
): Promise<void> {
  const connection = await sql.reserve();
  try {
    // Migrating a table of millions of rows takes long.
    await connection`set statement_timeout = 0`;
    await connection`select pg_advisory_lock(hashtext('suyuan.migrate'))`;
    await connection`
      create table if not exists schema_migration (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now()
      )`;
    const files = await readMigrations(folder);
    const history = await connection<{ name: string; sha256: string }[]>`select name, sha256 from schema_migration`;
    refuseForeignHistory(files, history);
    const names = new Set(history.map((row) => row.name));
    const pending = files.filter(({ name }) => !names.has(name) && (only?.has(name) ?? true));
    if (history.length > 0 && pending.length > 0) {
      // What an interrupted start left, each table by itself: all at once need more locks than a node has.
      await distribute(connection, tables);
      await takeStep(connection, async () => {
        for (const file of pending) {
          await apply(connection, file);
          // A table has to be placed before a later file refers to it.
          await distribute(connection, tables);
        }
      });
    } else {
      // Nobody goes back to an empty database, and the locks of all its tables at once are too many for a small PostgreSQL.
      for (const file of pending) await takeStep(connection, () => apply(connection, file));
    }
    if (!undistributed) await distribute(connection, tables);
    await migrateQueue(connection);
  } finally {
    await connection`select pg_advisory_unlock(hashtext('suyuan.migrate'))`;
    await connection`reset statement_timeout`;
    connection.release();
  }
}

async function apply(connection: ReservedConnection, { name, text, sha256 }: Migration): Promise<void> {
  try {
    // One by one, because Citus forwards the whole text of a query to the other nodes.
    for (const statement of statementsOf(text)) await connection.unsafe(statement);
    await connection`insert into schema_migration (name, sha256) values (${name}, ${sha256})`;
  } catch (error) {
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** Throws for migrations of a backup that this program does not know, or knows otherwise. */
export const requireKnown = async (history: readonly Omit<Migration, 'text'>[]): Promise<void> =>
  refuseForeignHistory(await readMigrations(migrations), history, 'backup');

/** True when every migration this program knows has been applied. */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ names: string[] }[]>`select array_agg(name) as names from schema_migration`;
  const names = new Set(row?.names ?? []);
  return (await migrationNames(migrations)).every((name) => names.has(name));
}

interface Migration {
  name: string;
  sha256: string;
  text: string;
}

async function migrationNames(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function refuseForeignHistory(
  files: readonly Migration[],
  history: readonly Omit<Migration, 'text'>[],
  of: 'database' | 'backup' = 'database',
): void {
  const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of history) {
    const known = hashes.get(name);
    if (known === undefined)
      throw new Error(
        `The ${of} is of a newer version: it has migration ${name}, which version ${version} does not know. Nothing was changed: use the version that made it, or a later one.`,
      );
    if (known !== sha256) throw new Error(`Migration ${name} differs from the one that the ${of} was made with.`);
  }
}

/** Comments, texts, quoted names and bodies between dollars, in which a semicolon ends nothing; the semicolons that do; the rest. */
const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$/-]+|./g;

/** The statements of an SQL file, one by one, without its comments. */
export function statementsOf(file: string): string[] {
  const statements = [''];
  for (const [token] of file.matchAll(tokens)) {
    if (token === ';') statements.push('');
    else if (!/^(--|\/\*)/.test(token)) statements.push(statements.pop() + token);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
