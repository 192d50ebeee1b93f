import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which each test file makes databases of its own. */
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole run: the embedded one, or that of SUYUAN_TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.SUYUAN_TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return async () => {};
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'suyuan-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
