import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['codes', 'contract', 'server', 'web'].map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // The driver's own query on a new connection, which nobody waits for; server/main.ts lives with it as well.
    onUnhandledError: (error) =>
      !('query' in error && typeof error.query === 'string' && error.query.includes('pg_catalog.pg_type')),
    globalSetup: ['server/test/harness/database.ts'],
  },
});
