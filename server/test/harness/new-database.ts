import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { addCitusTo, type Node, named, nodesOf, onEach, settle } from './cluster-database.ts';
import { copyDatabase } from './copied-database.ts';

/** Whether the tests run on a Citus cluster (`npm test -- citus`). */
export const onCluster = inject('onCluster');

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

/** The same with the newest schema: a copy of what the run migrated once. */
export async function newMigratedDatabase(): Promise<string> {
  const url = await copyOf(inject('template'));
  if (onCluster) await settle(nameOf(url), await nodes());
  return url;
}

/** A copy of a database that nobody is connected to. */
export const copyOfDatabase = (databaseUrl: string): Promise<string> => copyOf(nameOf(databaseUrl));

/** The same without Citus: on a cluster, the coordinator's, as it is before it becomes one. */
export const newPlainDatabase = (): Promise<string> => copyOf('template1');

async function copyOf(template: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  made.push(name);
  await onEach(await nodes(), (sql) => copyDatabase(sql, name, template));
  return named(inject('postgresUrl'), name);
}

/** Has a database spread over the cluster. */
export const addCitus = (databaseUrl: string): Promise<void> => addCitusTo(nameOf(databaseUrl), inject('postgresUrl'));

const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** The nodes of the cluster, the coordinator first; elsewhere the one PostgreSQL there is. */
async function nodes(): Promise<Node[]> {
  const url = inject('postgresUrl');
  if (onCluster) return nodesOf(url);
  const { hostname, port } = new URL(url);
  return [{ host: hostname, port: Number(port), url }];
}
