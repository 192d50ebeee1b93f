import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { tables } from '#tables.ts';
import { connected } from './connected.ts';

/** Several servers work beside one another; nothing of it has to outlast the machine, nor to be copied to another. */
const settings = {
  max_connections: '600',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'off',
};

/** A PostgreSQL for the tests of one run. */
export async function startTestPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'suyuan-test-'));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  return {
    url,
    stop: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A database with the newest schema, to be copied; answers its name. */
export async function makeTemplate(url: string): Promise<string> {
  const template = `test_template_${randomBytes(6).toString('hex')}`;
  await connected(url, (sql) => sql.unsafe(`create database ${template}`));
  const database = openDatabase(Object.assign(new URL(url), { pathname: `/${template}` }).href, 2);
  await migrate(database.sql, tables);
  await database.close();
  return template;
}
