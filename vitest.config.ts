import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['codes', 'contract', 'server', 'web'].map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    globalSetup: ['server/test-database.ts'],
  },
});
