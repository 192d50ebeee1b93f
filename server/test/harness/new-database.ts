import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { inject } from 'vitest';
import { connected } from './connected.ts';
import { copyDatabase } from './copied-database.ts';

/** Whether the tests run on a Citus cluster (`npm test -- citus`). */
export const onCluster = inject('onCluster');

interface Node {
  readonly host: string;
  readonly port: number;
  /** A database on it from which others are made and dropped. */
  readonly url: string;
}

const made: string[] = [];

/** Drops the databases that a test file made, once its servers have stopped. */
export async function dropDatabases(): Promise<void> {
  for (const name of made.splice(0))
    await onEach(await nodes(), (sql) => sql.unsafe(`drop database ${name} with (force)`));
}

/** An empty database on the run's PostgreSQL, gone after the test file; on a cluster, spread over its nodes. */
export async function newDatabase(): Promise<string> {
  const url = await newPlainDatabase();
  if (onCluster) await addCitus(url);
  return url;
}

/** The same with the newest schema: a copy of what the run migrated once. On a cluster it is empty still. */
export const newMigratedDatabase = (): Promise<string> => (onCluster ? newDatabase() : copyOf(inject('template')));

/** The same without Citus: on a cluster, the coordinator's, as it is before it becomes one. */
export const newPlainDatabase = (): Promise<string> => copyOf('template1');

async function copyOf(template: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  made.push(name);
  await onEach(await nodes(), (sql) => copyDatabase(sql, name, template));
  return named(inject('postgresUrl'), name);
}

/** What an administrator does to have a database spread over a cluster. The next start of a server does the rest. */
export async function addCitus(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const [coordinator, ...workers] = (await nodes()) as [Node, ...Node[]];
  // Few shards: every test file makes all the tables.
  await onEach([coordinator], (sql) => sql.unsafe(`alter database ${name} set citus.shard_count = 4`));
  // Far from the server's UTC: what a worker reckons in its own zone does not go unnoticed.
  await onEach(workers, (sql) => sql.unsafe(`alter database ${name} set timezone = 'America/St_Johns'`));
  const own = (node: Node) => ({ ...node, url: named(node.url, name) });
  await onEach([coordinator, ...workers].map(own), (sql) => sql`create extension citus`);
  await connected(inject('postgresUrl'), async (turn) => {
    // A node is told of the roles, which all of its databases share: two files at once would be in each other's way.
    await turn`select pg_advisory_lock(hashtext('test.nodes'))`;
    await connected(databaseUrl, async (sql) => {
      await sql`select citus_set_coordinator_host(${coordinator.host}, ${coordinator.port})`;
      for (const { host, port } of workers) await sql`select citus_add_node(${host}, ${port})`;
    });
  });
}

/** The nodes of the cluster, the coordinator first; elsewhere the one PostgreSQL there is. */
async function nodes(): Promise<Node[]> {
  const url = inject('postgresUrl');
  const { hostname, port } = new URL(url);
  if (!onCluster) return [{ host: hostname, port: Number(port), url }];
  return connected(url, async (sql) => {
    const rows = await sql<Omit<Node, 'url'>[]>`
      select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`;
    return rows.map(({ host, port }) => ({ host, port, url: named(url, 'postgres', host, port) }));
  });
}

async function onEach(some: readonly Node[], work: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  await Promise.all(some.map(({ url }) => connected(url, work)));
}

function named(url: string, database: string, host?: string, port?: number): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  if (host !== undefined) other.hostname = host;
  if (port !== undefined) other.port = String(port);
  return other.href;
}
