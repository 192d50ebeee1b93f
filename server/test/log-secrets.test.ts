import { randomBytes } from 'node:crypto';
import { brand as brands } from '@suyuan/contract/base/product/brand.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openSql } from '#platform/database/driver/open-sql.ts';
import { newMigratedDatabase } from './harness/new-database.ts';
import { newDataDir, password, signIn, startProcess } from './harness/process.ts';

test('the full log contains no password, token or key', async () => {
  const masterKey = randomBytes(32).toString('hex');
  const wrong = `wrong-${randomBytes(8).toString('hex')}`;
  const databaseUrl = await newMigratedDatabase();
  const server = await startProcess(await newDataDir(), {
    SUYUAN_DATABASE_URL: databaseUrl,
    SUYUAN_MASTER_KEY: masterKey,
    SUYUAN_ADMIN_PASSWORD: password,
    SUYUAN_LOG_LEVEL: 'trace',
  });
  const token = await signIn(server);
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  await post(login.path, JSON.stringify({ account_name: 'admin', account_password: wrong, account_type: 1 }));
  await post(login.path, `{"account_password":"${wrong}"`, { token, cookie: `token=${token}` });
  await fetch(`${server.url}/api/org/menutree/selectedlist?token=${token}`, { headers: { token } });
  // A call that fails inside, with everything at hand that could be logged with it.
  const sql = openSql(databaseUrl, { max: 1 });
  onTestFinished(() => sql.end());
  await sql`alter table product rename to product_away`;
  const product = JSON.stringify({ product_code: wrong, product_name: 'Q' });
  const broken = await post(products.add.path, product, { token, cookie: `token=${token}` });
  expect(broken.status).toBe(500);
  expect(await broken.text()).not.toMatch(/product_away|relation|\bat \w/);
  await expect.poll(() => server.printed()).toContain('a call failed');
  // PostgreSQL quotes the row that a constraint refuses.
  await sql`alter table brand add constraint never check (brand_name <> 'A name of somebody')`;
  const refused = await post(
    brands.add.path,
    JSON.stringify({ brand_code: 'CODE-IN-A-ROW', brand_name: 'A name of somebody' }),
    { token },
  );
  expect(refused.status).toBe(500);
  await expect.poll(() => server.printed()).toContain('violates check constraint');
  for (const secret of [
    'A name of somebody',
    'CODE-IN-A-ROW',
    password,
    token,
    masterKey,
    `account_password":"${wrong}`,
  ]) {
    expect(server.printed().includes(secret), 'a secret is in the log').toBe(false);
  }
});
