import { globSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vitest/config';
import { gatheredTexts, textFile } from './web/build/gathered-texts.ts';

const onCluster = Boolean(process.env.SUYUAN_TEST_CITUS);
const exclude = ['**/node_modules/**', '**/dist/**'];

/** Of the tests, those that a cluster can make a difference to: they speak to a database, or to a server that has one. */
const onDatabase = () =>
  globSync('server/**/*.test.ts', { exclude }).filter((file) =>
    /(harness|goods)\/(server|goods-server|process|new-database)\.ts'/.test(readFileSync(file, 'utf8')),
  );

/** Texts are made of several files: what a run made of them is not kept for the next one by one of these alone. */
const textsAnew: Plugin = {
  name: 'texts-anew',
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (textFile.test(id) ? false : undefined));
  },
};

const usual = {
  exclude,
  pool: 'forks',
  maxWorkers: 2,
  // A busy machine gets more time; a new database is all tables on all nodes of a cluster.
  testTimeout: onCluster ? 90_000 : 60_000,
  hookTimeout: onCluster ? 180_000 : 120_000,
  // In CI, where a machine may stall, a second try, which the report tells of.
  retry: process.env.CI === undefined ? 0 : 1,
  expect: { poll: { timeout: 15_000 } },
} as const;

export default defineConfig({
  test: {
    // The driver's own query on a new connection, which nobody waits for; server/main.ts lives with it as well.
    onUnhandledError: (error) =>
      !('query' in error && typeof error.query === 'string' && error.query.includes('pg_catalog.pg_type')),
    projects: [
      {
        test: {
          ...usual,
          name: 'server',
          include: onCluster ? onDatabase() : ['server/**/*.test.ts'],
          // The server's modules keep nothing of one server for the next: they are loaded, and compiled, once.
          isolate: false,
          globalSetup: ['server/test/harness/database.ts'],
          setupFiles: ['server/test/harness/tidy.ts'],
        },
      },
      {
        plugins: [gatheredTexts(), textsAnew],
        test: {
          ...usual,
          name: 'console',
          include: onCluster ? [] : ['codes', 'contract', 'web'].map((folder) => `${folder}/**/*.test.{ts,tsx}`),
        },
      },
    ],
  },
});
