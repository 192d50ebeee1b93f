import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../harness/server.ts';

// What the public may learn of products: of a disabled one nothing, but from a piece of it.

let server: TestServer;
let serial: string;
const disabled = '06901234567892';
const none = '09506000134352';
beforeAll(async () => {
  server = await testServer();
  const product = await server.data(products.add, {
    product_code: 'P',
    product_name: 'Secret product',
    gtin: disabled,
  });
  const rule = await server.data(codeRule.add, {
    rule_name: 'unit',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 12,
    check: 'none',
    carrier: 'digital-link',
  });
  serial = (await server.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 1 })).first;
  await server.sql`update product set status = 'disabled' where id = ${product.id}`;
});
afterAll(() => server.stop());

/** The answer, with what names the one product or the other taken out of it. */
async function answerTo(path: string, gtin: string, init: RequestInit = {}) {
  const response = await server.fetch(path.replaceAll('GTIN', gtin).replaceAll('EAN', gtin.slice(1)), {
    redirect: 'manual',
    ...init,
  });
  const text = (await response.text())
    .replaceAll(/ref=[\w-]+|name="ref" value="[^"]*"|<p class="at">[^<]*/g, '')
    .replaceAll(/<style>.*?<\/style>/gs, '')
    // The page writes codes in groups of four.
    .replaceAll(new RegExp([...gtin].join(' ?'), 'g'), 'GTIN')
    .replaceAll(new RegExp([...gtin.slice(1)].join(' ?'), 'g'), 'EAN');
  return {
    status: response.status,
    location: response.headers.get('location'),
    link: response.headers.get('link'),
    text,
  };
}

const ways: readonly (readonly [string, RequestInit?])[] = [
  '/c?gtin=GTIN',
  '/c?gtin=EAN',
  '/c?code=GTIN',
  '/c/EAN',
  '/m/q/GTIN',
  '/m/q?code=EAN',
  '/consumer?gtin=GTIN',
  '/c?code=(01)GTIN',
  '/c?code=https://x.example/01/GTIN',
  '/01/GTIN',
  '/01/EAN',
  '/01/GTIN/10/LOT',
  '/01/GTIN/21/NOSUCHSERIAL',
  '/01/GTIN?linkType=all',
  '/01/GTIN?linkType=gs1:pip',
].flatMap((path): (readonly [string, RequestInit?])[] => [
  [path],
  [path, { headers: { accept: 'text/html' } }],
  [path, { headers: { accept: 'application/linkset+json' } }],
  [path, { headers: { accept: 'text/html', 'user-agent': 'Somebot/1.0' } }],
  [path, { method: 'HEAD' }],
]);

describe('a disabled product', () => {
  test('appears to the public as an unknown one, by every call', async () => {
    for (const [path, init] of ways) {
      const [hidden, unknown] = [await answerTo(path, disabled, init), await answerTo(path, none, init)];
      expect(hidden, `${init?.method ?? 'GET'} ${path} ${JSON.stringify(init?.headers)}`).toEqual(unknown);
      expect(hidden.text).not.toContain('Secret product');
    }
  });

  test('is named by its items, and by their links', async () => {
    const code = `https://x.example/01/${disabled}/21/${serial}`;
    expect(await server.data(scan, { code }, { token: '' })).toMatchObject({
      verdict: 'genuine',
      product: { product_name: 'Secret product' },
    });
    expect((await answerTo(`/01/GTIN/21/${serial}`, disabled)).status).toBe(307);
    expect((await answerTo(`/01/GTIN/21/${serial}`, none)).status).toBe(404);
  });
});
