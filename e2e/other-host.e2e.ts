import { createServer } from 'node:net';
import { test as base } from '@playwright/test';
import { expect, signIn, startServer } from './server.ts';

/** Returns a port that is free at the moment. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

base('a console whose API is another server signs in there, calls it and shows its pictures', async ({ browser }) => {
  base.setTimeout(120_000);
  const port = await freePort();
  const api = await startServer({ SUYUAN_CONSOLE_ORIGINS: `http://127.0.0.1:${port}` });
  const site = await startServer({
    SUYUAN_PORT: `${port}`,
    SUYUAN_API_ORIGIN: api.url,
    SUYUAN_ADMIN_PASSWORD: 'another-password-9',
  });
  try {
    const context = await browser.newContext({ baseURL: site.url, locale: 'zh-CN' });
    const page = await context.newPage();
    const called: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) called.push(origin);
    });
    await signIn(page);
    await page.goto('/productlist');
    await expect(page.getByRole('region', { name: '产品列表' })).toHaveAttribute('aria-busy', 'false');
    expect(new Set(called)).toEqual(new Set([new URL(api.url).origin]));

    await page.goto('/profile/index');
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.getByLabel('选择头像').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    const shown = page.locator('.about-me img.avatar');
    await expect(shown).toHaveAttribute('src', new RegExp(`^${api.url}/pictures/`));
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    // Others see it in the detail of the person and in the history of the account.
    await page.goto('/stafflist?detail=1');
    const details = page.getByRole('dialog', { name: /\(admin\)/ });
    await expect(details.locator('img.row-picture')).toHaveAttribute('src', new RegExp(`^${api.url}/pictures/`));
    await details.getByRole('button', { name: '变更历史' }).click();
    const changed = page.locator('.changed-columns ins img');
    await expect(changed).toHaveAttribute('src', new RegExp(`^${api.url}/pictures/`));
    await expect.poll(() => changed.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await context.close();
  } finally {
    await site.stop();
    await api.stop();
  }
});
