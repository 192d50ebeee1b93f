import { randomBytes } from 'node:crypto';
import { openDatabase } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { tables } from '#tables.ts';
import { connected } from './connected.ts';

// Databases that are spread over the nodes of a Citus cluster.

export interface Node {
  readonly host: string;
  readonly port: number;
  /** A database on it from which others are made and dropped. */
  readonly url: string;
}

/** The nodes of a cluster, the coordinator first. */
export async function nodesOf(url: string): Promise<Node[]> {
  return connected(url, async (sql) => {
    const rows = await sql<Omit<Node, 'url'>[]>`
      select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`;
    return rows.map(({ host, port }) => ({ host, port, url: named(url, 'postgres', host, port) }));
  });
}

export async function onEach(some: readonly Node[], work: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  await Promise.all(some.map(({ url }) => connected(url, work)));
}

export function named(url: string, database: string, host?: string, port?: number): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  if (host !== undefined) other.hostname = host;
  if (port !== undefined) other.port = String(port);
  return other.href;
}

/** What an administrator does to have a database spread over a cluster. The next start of a server does the rest. */
export async function addCitusTo(name: string, clusterUrl: string): Promise<void> {
  const nodes = await nodesOf(clusterUrl);
  const [coordinator, ...workers] = nodes as [Node, ...Node[]];
  await settle(name, nodes);
  const own = (node: Node) => ({ ...node, url: named(node.url, name) });
  await onEach(nodes.map(own), (sql) => sql`create extension citus`);
  await connected(clusterUrl, async (lock) => {
    // A node gets the roles, which all of its databases share: two files at once would be in each other's way.
    await lock`select pg_advisory_lock(hashtext('test.nodes'))`;
    await connected(own(coordinator).url, async (sql) => {
      await sql`select citus_set_coordinator_host(${coordinator.host}, ${coordinator.port})`;
      for (const { host, port } of workers) await sql`select citus_add_node(${host}, ${port})`;
    });
  });
}

/** What is set for a database of the tests, and no copy of it has by itself. */
export async function settle(name: string, [coordinator, ...workers]: readonly Node[]): Promise<void> {
  // Few shards: they are made of all the tables.
  await onEach([coordinator as Node], (sql) => sql.unsafe(`alter database ${name} set citus.shard_count = 4`));
  // Far from the server's UTC: what a worker reckons in its own zone does not go unnoticed.
  await onEach(workers, (sql) => sql.unsafe(`alter database ${name} set timezone = 'America/St_Johns'`));
}

/**
 * A database with the newest schema, laid out on the nodes, to be copied: that takes each node a moment, and laying all tables
 * out takes thirty times as long. Answers its name.
 */
export async function makeClusterTemplate(url: string): Promise<string> {
  const template = `test_template_${randomBytes(6).toString('hex')}`;
  const nodes = await nodesOf(url);
  await onEach(nodes, (sql) => sql.unsafe(`create database ${template}`));
  await addCitusTo(template, url);
  const database = openDatabase(named(url, template), 2);
  await migrate(database.sql, tables);
  await database.close();
  // Who is connected, as Citus itself is to every database, keeps it from being copied.
  await onEach(nodes, async (sql) => {
    await sql.unsafe(`alter database ${template} allow_connections false`);
    await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${template}`;
  });
  return template;
}

export const dropClusterTemplate = async (url: string, template: string): Promise<void> =>
  onEach(await nodesOf(url), (sql) => sql.unsafe(`drop database ${template} with (force)`));
