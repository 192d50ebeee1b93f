import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { build } from '../../../tools/build.mjs';
import { testCluster } from './cluster.ts';
import { dropClusterTemplate, makeClusterTemplate } from './cluster-database.ts';
import { connected } from './connected.ts';
import { makeTemplate, startTestPostgres } from './embedded.ts';
import { workInMemory } from './in-memory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which each test file makes databases of its own. */
    postgresUrl: string;
    /** A database on it with the newest schema, to be copied. */
    template: string;
    /** A folder for what processes of ours have compiled. */
    compiled: string;
    /** Whether it is the coordinator of a Citus cluster. */
    onCluster: boolean;
  }
}

/**
 * One PostgreSQL for the whole run: the embedded one, that of SUYUAN_TEST_DATABASE_URL, or the cluster of
 * SUYUAN_TEST_CITUS.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Some tests start servers as processes.
  await build('server');
  const leaveMemory = await workInMemory();
  const { url, stop } = await postgresOfTheRun();
  const onCluster = Boolean(process.env.SUYUAN_TEST_CITUS);
  project.provide('onCluster', onCluster);
  project.provide('postgresUrl', url);
  const compiled = await mkdtemp(join(tmpdir(), 'suyuan-compiled-'));
  project.provide('compiled', compiled);
  // For the threads that servers read and draw in: each is a beginning, too.
  process.env.NODE_COMPILE_CACHE = compiled;
  const end = async () => {
    await stop();
    await rm(compiled, { recursive: true, force: true });
    await leaveMemory();
  };
  const template = await (onCluster ? makeClusterTemplate(url) : makeTemplate(url));
  project.provide('template', template);
  return async () => {
    if (onCluster) await dropClusterTemplate(url, template);
    else await connected(url, (sql) => sql.unsafe(`drop database ${template}`));
    await end();
  };
}

async function postgresOfTheRun(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { SUYUAN_TEST_CITUS: cluster, SUYUAN_TEST_DATABASE_URL: given } = process.env;
  if (cluster) return testCluster(cluster);
  if (given) return { url: given, stop: async () => {} };
  return startTestPostgres();
}
