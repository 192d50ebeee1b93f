import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start.ts';
import { testCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which each test file makes databases of its own. */
    postgresUrl: string;
    /** Whether it is the coordinator of a Citus cluster. */
    onCluster: boolean;
  }
}

/** Files of tests run beside one another, with several servers each; nothing of it has to outlast the machine. */
const settings = { max_connections: '300', fsync: 'off', full_page_writes: 'off' };

/**
 * One PostgreSQL for the whole run: the embedded one, that of SUYUAN_TEST_DATABASE_URL, or the cluster of
 * SUYUAN_TEST_CITUS.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { SUYUAN_TEST_CITUS: cluster, SUYUAN_TEST_DATABASE_URL: given } = process.env;
  project.provide('onCluster', Boolean(cluster));
  if (cluster) {
    const { url, stop } = await testCluster(cluster);
    project.provide('postgresUrl', url);
    return stop;
  }
  if (given) {
    project.provide('postgresUrl', given);
    return async () => {};
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'suyuan-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
