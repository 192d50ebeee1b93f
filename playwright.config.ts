import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumPath } from './install.mjs';

const executablePath = chromiumPath();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/begin.ts',
  fullyParallel: false,
  workers: Math.min(4, Math.max(2, availableParallelism())),
  forbidOnly: process.env.CI !== undefined,
  // More time for slow machines; in CI, where a machine may stall, a second try, which the report mentions.
  timeout: 90_000,
  retries: process.env.CI === undefined ? 0 : 1,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Clicks can miss moving elements; with this setting, the console has no animations.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes as long again as the tests, so only retries of failed tests are recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Containers often have no user namespaces for the sandbox, and the pages are our own.
        '--no-sandbox',
        '--disable-quic',
        '--disable-component-update',
        '--disable-background-networking',
        '--disable-sync',
        // Pages are open for seconds only, too short for V8's optimising compilers to pay off: without Turbofan, pages take a
        // quarter less processor time and axe a third less; without Maglev, a fifth less again.
        '--js-flags=--no-turbofan --no-maglev',
      ],
    },
  },
});
