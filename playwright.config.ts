import { defineConfig } from '@playwright/test';
import { chromiumPath } from './install.mjs';

const executablePath = chromiumPath();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/begin.ts',
  fullyParallel: false,
  // Each waits a seventh of its time: for servers to start, for what is asked every second, for a page to come to rest.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  // A slow machine gets more time, and in CI, where it may stall, a second try, which the report tells of.
  timeout: 90_000,
  retries: process.env.CI === undefined ? 0 : 1,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // What is still moving is missed by a click: the console moves nothing for people who wish that.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes as long again as the pages themselves: what fails is recorded when it is tried again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // In a container there is often no user namespace, and the pages are our own.
        '--no-sandbox',
        '--disable-quic',
        '--disable-component-update',
        '--disable-background-networking',
        '--disable-sync',
        // Pages are open for seconds, and what V8's last compiler makes of their code would not be used for long: pages take
        // a quarter less of the processor without it, and axe, asked about them, a third less.
        '--js-flags=--no-turbofan',
      ],
    },
  },
});
