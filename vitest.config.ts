import { globSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { gatheredTexts, textFile } from './web/build/gathered-texts.ts';

const onCluster = Boolean(process.env.SUYUAN_TEST_CITUS);
const exclude = ['**/node_modules/**', '**/dist/**'];
/** Tests that only read the sources: part of `npm run check`, so that a moved file fails there. */
const source = '{server,web}/test/source/**/*.test.ts';
const runElsewhere = [...exclude, source];

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

/** Those that take longest, from a quarter of a minute on: begun last, one of them would keep a single worker busy in the end. */
const longest = [
  'attacks/files',
  'attacks/streams',
  'test/process',
  'test/takeover',
  'sample/sample',
  'warning/warnings',
  'test/fuzz',
  'packing-crash',
  'large-queries',
  'test/bad-input',
  'test/party-access',
  'test/durability',
  'commands/admin-recover',
  'product/products',
  'commands/key-rotate',
  'capture/capture',
  'sign-in/sign-in-limit',
  'test/access',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      // All of a project together, so that its workers go on from file to file; the console's are all short.
      if (project.name === 'console') return longest.length + 1;
      const at = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

const usual = {
  exclude: runElsewhere,
  pool: 'forks',
  // Two keep two cores busy but for a quarter of the time, in which both wait: for limits of time, or for PostgreSQL.
  maxWorkers: onCluster ? 2 : 3,
  // Tests that are told to run at once mostly wait.
  maxConcurrency: 20,
  // A busy machine gets more time; a new database is all tables on all nodes of a cluster.
  testTimeout: onCluster ? 90_000 : 60_000,
  hookTimeout: onCluster ? 180_000 : 120_000,
  // In CI, where a machine may stall, a second try, which the report tells of.
  retry: process.env.CI === undefined ? 0 : 1,
  expect: { poll: { timeout: 15_000 } },
} as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The driver's own query on a new connection, which nobody waits for; server/main.ts lives with it as well.
    onUnhandledError: (error) =>
      !('query' in error && typeof error.query === 'string' && error.query.includes('pg_catalog.pg_type')),
    projects: [
      { test: { ...usual, name: 'source', include: [source], exclude } },
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
