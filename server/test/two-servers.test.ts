import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { loginLog } from '@suyuan/contract/organ/own-account.ts';
import { self } from '@suyuan/contract/organ/session.ts';
import { login, loginout } from '@suyuan/contract/organ/sign-in.ts';
import { carouselPicture } from '@suyuan/contract/querymanage/carousel-picture.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { plainDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import { scanTemplate, scanTemplatePublish, scanTemplateSave } from '@suyuan/contract/querymanage/scan-template.ts';
import { codeOrder, orderAdd, orderClose } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload, orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handingOut } from './goods/codes-of-order.ts';
import { clientHeader, type TestProxy, testProxy } from './harness/proxy.ts';
import { adminPassword, callsAt, type TestCalls, type TestServer, testServer } from './harness/server.ts';

// Two servers on one database behind a plain reverse proxy that gives each request to the next of them in turn, and no
// server more than the other: nothing sticks to where it began.

const guard = { SUYUAN_RATE_LIMIT: 'on', SUYUAN_TRUST_PROXY: '127.0.0.1', SUYUAN_CALLS_PER_ADDRESS: '2000' };

let one: TestServer;
let other: TestServer;
let proxy: TestProxy;
/** What a browser sees: one address. */
let site: TestCalls;
beforeAll(async () => {
  one = await testServer(guard);
  other = await testServer(guard, one);
  proxy = await testProxy([one, other]);
  site = callsAt(proxy.url, one.admin);
});
afterAll(async () => {
  await proxy.stop();
  await one.stop();
  await other.stop();
});

const digits = {
  rule_name: 'r',
  level: 1,
  prefix: '',
  alphabet: 'digits',
  body_length: 16,
  check: 'none',
  carrier: 'plain',
} as const;

/** An order for a product of its own, by a rule of its own: each step on the next server. */
async function issue(name: string, quantity: number) {
  const rule = await site.data(codeRule.add, { ...digits, rule_name: name, prefix: name, alphabet: 'base36' });
  const product = await site.data(products.add, { product_code: name, product_name: name });
  const order = await site.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity });
  return { rule: rule.id, product: product.id, ...order };
}

/** The answers of both servers, for what one makes known to the other. */
const onBoth = <T>(ask: (server: TestServer) => Promise<T>) => Promise.all([one, other].map(ask));

describe('behind a round-robin proxy', () => {
  test('a session stays signed in across calls until sign-out', async () => {
    const before = [...proxy.requests];
    const as = { account_name: 'admin', account_password: adminPassword, account_type: 1 } as const;
    const token = await site.data(login, as, { token: '' });
    for (let n = 0; n < 8; n++) expect((await site.call(self, {}, { token })).status).toBe(200);
    await site.data(loginout, {}, { token });
    for (let n = 0; n < 2; n++) expect((await site.call(self, {}, { token })).status).toBe(403);
    // Both had their part of it.
    expect(proxy.requests.map((count, at) => count - (before[at] ?? 0)).every((count) => count >= 5)).toBe(true);
  });

  test('scans of a code are counted consecutively on both servers', async () => {
    const { first } = await issue('COUNT', 1);
    await expect
      .poll(() => onBoth(async (server) => (await server.data(codesQuery, { codes: [first] }))[0]?.state))
      .toEqual(['bound', 'bound']);
    const counts = [];
    for (let n = 0; n < 6; n++) counts.push((await site.data(scan, { code: first }, { token: '' })).scan.count);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
    const atOnce = await Promise.all(
      Array.from({ length: 40 }, async () => (await site.data(scan, { code: first }, { token: '' })).scan.count),
    );
    expect(atOnce.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 7));
  });

  test('a download resumes on the other server, to the same file', async () => {
    const { id } = await issue('FILE', 200_000);
    const headers = { token: one.admin };
    const path = `${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`;
    const whole = await (await site.fetch(path, { headers })).text();
    const broken = await site.fetch(path, { headers });
    const reader = broken.body?.getReader();
    const begin = Buffer.from((await reader?.read())?.value ?? []);
    await reader?.cancel();
    expect(begin.length).toBeLessThan(whole.length);
    const range = { range: `bytes=${begin.length}-`, 'if-range': broken.headers.get('etag') ?? '' };
    const rest = await site.fetch(path, { headers: { ...headers, ...range } });
    expect(rest.status).toBe(206);
    expect(begin.toString() + (await rest.text()) === whole).toBe(true);
  });

  test('a ticket of one server opens one download on the other', async () => {
    const { id } = await issue('TICKET', 100);
    const { ticket } = await one.data(orderDownloadTicket, { id, format: 'txt', ...handingOut });
    const file = await (await other.fetch(`${orderDownload.path}?ticket=${ticket}`)).text();
    expect(file.split('\n')).toHaveLength(101);
    expect((await one.fetch(`${orderDownload.path}?ticket=${ticket}`)).status).toBe(400);
  });

  test("the recorded address is the client's, ignoring addresses a client claims", async () => {
    const { first } = await issue('ADDRESS', 1);
    const headers = { [clientHeader]: '203.0.113.9', 'x-forwarded-for': '198.51.100.99' };
    await site.data(scan, { code: first }, { token: '', headers });
    expect((await site.data(consumerScan.page, { code: first })).rows).toMatchObject([{ ip: '203.0.113.9' }]);
    const wrong = { account_name: 'nobody', account_password: 'wrong-password-1', account_type: 1 };
    await site.call(login, wrong, { token: '', headers });
    expect((await site.data(loginLog.page, { account_name: 'nobody' })).rows).toMatchObject([{ ip: '203.0.113.9' }]);
  });

  test('a code guesser is blocked by both servers, and nobody else behind the proxy', async () => {
    const { first } = await issue('GUESS', 1);
    const ask = async (code: string, client: string) =>
      (await site.call(scan, { code }, { token: '', headers: { [clientHeader]: client } })).status;
    const statuses = [];
    for (let n = 0; n < 70; n++) statuses.push(await ask(`NOCODE${n}`, '203.0.113.66'));
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
    expect([await ask(first, '203.0.113.67'), await ask(first, '203.0.113.67')]).toEqual([200, 200]);
  });

  test('requests over TLS are recognised as such', async () => {
    expect((await site.fetch('/login')).headers.get('strict-transport-security')).toContain('max-age=');
  });
});

describe('what one server does is known to the other', () => {
  test('codes issued on one are known to the other; codes closed on one are void on the other', async () => {
    const { id, first } = await issue('VOID', 10);
    const ask = (server: TestCalls) => server.data(scan, { code: first }, { token: '' });
    await expect.poll(async () => (await ask(other)).verdict).not.toBe('unknown');
    await one.data(orderClose, { id, reason: 'x' });
    expect((await ask(other)).verdict).toBe('void');
  });

  test('a rule created on one can be ordered by and listed on the other at once', async () => {
    const rule = await one.data(codeRule.add, { ...digits, rule_name: 'fresh', prefix: 'F', alphabet: 'base36' });
    const order = await other.data(orderAdd, { rule_id: rule.id, quantity: 3 });
    const { rows } = await other.data(codeOrder.page, { rule_id: rule.id });
    expect(rows).toMatchObject([{ first_code: order.first }]);
    const path = `${orderDownload.path}?id=${order.id}&format=txt&purpose=test&reprint=test`;
    const headers = { token: one.admin };
    const files = await onBoth(async (server) => (await server.fetch(path, { headers })).text());
    expect(files[0]).toBe(files[1]);
    expect(files[0]?.split('\n')[0]).toBe(order.first);
  });

  test('many rules created on both at once are known to both', async () => {
    const made = Array.from('GHIJKMNPQR', (prefix) =>
      site.data(codeRule.add, { ...digits, rule_name: `many ${prefix}`, prefix: `MANY${prefix}`, alphabet: 'base36' }),
    );
    const ids = (await Promise.all(made)).map(({ id }) => id);
    const codes = await Promise.all(
      ids.map(async (rule_id) => (await site.data(orderAdd, { rule_id, quantity: 1 })).first),
    );
    for (const server of [one, other]) {
      const states = async () => (await server.data(codesQuery, { codes })).map(({ state }) => state);
      await expect.poll(states).toEqual(ids.map(() => 'issued'));
    }
  });

  test('a template published on one, and a carousel picture, are on the page of the other', async () => {
    const { first, product } = await issue('LOOK', 1);
    const { id } = await one.data(scanTemplate.add, { template_name: 'two', product_id: product });
    const title = { zh: '两台服务器' };
    const design = { ...plainDesign, blocks: [...plainDesign.blocks, { kind: 'carousel' as const }] };
    await other.data(scanTemplateSave, {
      id,
      design: { ...design, verdicts: [{ verdict: 'repeated', from: 1, title, words: {} }] },
    });
    await one.data(scanTemplatePublish, { id });
    const picture = 'c'.repeat(64);
    await one.sql`insert into picture (hash, width, height) values (${picture}, 800, 300)`;
    await other.data(carouselPicture.add, { title: '中秋', picture });
    expect((await one.data(carouselPicture.page, {})).total).toBe(1);
    const page = async (server: TestServer) => (await server.fetch(`/c?code=${first}&lang=zh`)).text();
    await page(one);
    const shown = (html: string) => [html.includes('两台服务器'), html.includes(picture)];
    await expect
      .poll(() => onBoth(async (server) => shown(await page(server))))
      .toEqual([
        [true, true],
        [true, true],
      ]);
  });
});

test('a server with another master key refuses to start and names what it needs', async () => {
  const stranger = testServer({}, { databaseUrl: one.databaseUrl, masterKey: 'ab'.repeat(32) });
  await expect(stranger).rejects.toThrow(/sealed under another master key.*SUYUAN_MASTER_KEY/s);
});
