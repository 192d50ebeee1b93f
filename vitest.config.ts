import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { gatheredTexts, textFile } from '@suyuan/web/build/gathered-texts.ts';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const onCluster = Boolean(process.env.SUYUAN_TEST_CITUS);
const exclude = ['**/node_modules/**', '**/dist/**'];
/** Tests that only read source files; `npm run check` runs them, so that a moved file fails there. */
const source = '{server,web}/test/source/**/*.test.ts';
const runElsewhere = [...exclude, source];

/** The tests that can behave differently on a cluster: those that use a database, or a server with one. */
const onDatabase = () =>
  globSync('server/**/*.test.ts', { exclude }).filter((file) =>
    /(harness|goods)\/(server|goods-server|process|new-database)\.ts'/.test(readFileSync(file, 'utf8')),
  );

/** A text module is combined from several files, so it must not be cached by the content of one of them. */
const textsAnew: Plugin = {
  name: 'texts-anew',
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (textFile.test(id) ? false : undefined));
  },
};

/**
 * The tests that take longest, from a quarter of a minute on. They run first, because otherwise one of them could keep a single
 * worker busy at the end.
 */
const longest = [
  'attacks/reading',
  'attacks/files',
  'attacks/streams',
  'attacks/extreme-numbers',
  'attacks/custody',
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
      // The tests of a project run together, so that its workers go on from file to file. Those of the console are all short.
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
  // One worker more than there are cores, because workers wait for a quarter of the time: for timeouts or for PostgreSQL.
  maxWorkers: onCluster ? 2 : Math.min(6, Math.max(2, availableParallelism()) + 1),
  // Concurrent tests mostly wait.
  maxConcurrency: 20,
  // More time for busy machines; on a cluster, creating a database means creating all tables on all nodes.
  testTimeout: onCluster ? 90_000 : 60_000,
  hookTimeout: onCluster ? 180_000 : 120_000,
  // In CI, where a machine may stall, a second try, which the report mentions.
  retry: process.env.CI === undefined ? 0 : 1,
  expect: { poll: { timeout: 15_000 } },
} as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...usual, name: 'source', include: [source], exclude } },
      {
        test: {
          ...usual,
          name: 'server',
          include: onCluster ? onDatabase() : ['server/**/*.test.ts'],
          // The server's modules keep no state between servers, so workers load and compile them only once.
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
          // As above; what a file leaves in modules and globals is undone after it.
          isolate: false,
          setupFiles: ['web/test/anew.ts'],
          include: onCluster ? [] : ['codes', 'contract', 'web'].map((folder) => `${folder}/**/*.test.{ts,tsx}`),
        },
      },
    ],
  },
});
