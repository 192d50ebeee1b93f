import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { consumerScan, scanGuessing } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { GroupCommit } from '#platform/database/group-commit.ts';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';

const guard = { SUYUAN_RATE_LIMIT: 'on', SUYUAN_TRUST_PROXY: '127.0.0.1' };
let server: TestServer;
let genuine: string;
let ruleLength: number;

beforeAll(async () => {
  server = await testServer(guard);
  const rule = await server.data(codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'base36',
    body_length: 10,
    check: 'iso7064',
    carrier: 'url',
  });
  const product = await server.data(products.add, { product_code: 'P', product_name: 'P' });
  genuine = (await server.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 1 })).first;
  ruleLength = genuine.length;
});
afterAll(() => server.stop());

const from = (ip: string) => ({ token: '', language: 'en', headers: { 'x-forwarded-for': ip } });
const ask = (code: string, ip: string) => server.call(scan, { code }, from(ip));

/** A code that the rule could have issued but has not, and the same with a wrong check character. */
async function neverIssued(): Promise<{ invented: string; mistyped: string }> {
  const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const body = 'ABCDEFGHJK'.slice(0, ruleLength - 1);
  let product = 36;
  for (const character of body) {
    const sum = (product + characters.indexOf(character)) % 36;
    product = ((sum === 0 ? 36 : sum) * 2) % 37;
  }
  const check = (37 - product) % 36;
  return { invented: body + characters[check], mistyped: body + characters[(check + 1) % 36] };
}

describe('a code that was never issued', () => {
  test('gets one answer, whatever its check character, case and number of tries', async () => {
    const { invented, mistyped } = await neverIssued();
    const answers = [];
    for (const code of [invented, mistyped, invented.toLowerCase(), mistyped.toLowerCase(), invented, mistyped]) {
      answers.push((await ask(code, '203.0.113.1')).envelope.data);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([
        JSON.stringify({
          verdict: 'unknown',
          code: null,
          product: null,
          package: null,
          scan: { count: 1, first_at: null, first_region: null },
          trace: [],
          asked_before: null,
          remembered: null,
        }),
      ]),
    );
  });

  test('is shown as typed, in either case with the same words', async () => {
    const { invented, mistyped } = await neverIssued();
    const page = async (code: string) => {
      const html = await (
        await server.fetch(`/c?code=${code.toLowerCase()}`, { headers: { 'x-forwarded-for': '203.0.113.2' } })
      ).text();
      // What differs by nature: the text itself, and the sealed reference.
      return html
        .replaceAll(code.toLowerCase(), 'CODE')
        .replace(/data-code="CODE"[^>]*>[^<]*/, '')
        .replace(/ref=[\w-]+/g, '')
        .replace(/name="ref" value="[^"]*"/, '')
        .replace(/<p class="at">[^<]*/, '');
    };
    expect(await page(mistyped)).toBe(await page(invented));
  });
});

describe('a code guesser', () => {
  test('gets 429 after more tries than typing errors explain, also for genuine codes, while others are served', async () => {
    const guesser = '198.51.100.7';
    const statuses: number[] = [];
    for (let n = 0; n < 40; n++) statuses.push((await ask(`GUESS${n}`, guesser)).status);
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(30).every((status) => status === 429)).toBe(true);
    expect((await ask(genuine, guesser)).status).toBe(429);
    const page = await server.fetch(`/c?code=${genuine}`, {
      headers: { 'x-forwarded-for': guesser, 'accept-language': 'en' },
    });
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    // Made and compressed once for all: a flood is sent away at next to no cost.
    expect(page.headers.get('content-encoding')).toBe('gzip');
    expect(await page.text()).toContain('class="page tooMany"');
    expect((await ask(genuine, '198.51.100.8')).envelope.data.verdict).toBe('genuine');
    // What was refused is no scan.
    expect((await server.data(consumerScan.page, { code: genuine })).total).toBe(1);
  });

  test('is reported', async () => {
    await expect
      .poll(async () => (await server.data(scanGuessing, {})).map(({ network }) => network))
      .toEqual(['198.51.100.7']);
    const dealer = await server.as(['customerquery'], { dealer: await server.party('dealer') });
    expect((await server.call(scanGuessing, {}, { token: dealer })).status).toBe(401);
  });

  test('is reported without the address if addresses are not stored', async () => {
    const none = await testServer({ ...guard, SUYUAN_SCAN_IP_DAYS: '0' });
    onTestFinished(() => none.stop());
    for (let n = 0; n < 32; n++) await none.call(scan, { code: `GUESS${n}` }, from('198.51.100.7'));
    await expect
      .poll(async () => (await none.data(scanGuessing, {})).map(({ network, refused }) => [network, refused > 0]))
      .toEqual([['', true]]);
  });

  test('is identified by the /64 of an IPv6 address', async () => {
    for (let n = 0; n < 34; n++) await ask(`V6GUESS${n}`, `2001:db8:1:2::${n + 1}`);
    expect((await ask('V6GUESS', '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await ask('V6GUESS', '2001:db8:1:3::1')).status).toBe(200);
  });
});

describe('a flood of scans', () => {
  test('from one network is rejected, while sign-in and other consumers are served', async () => {
    // So that the scans are under way together, however fast they are.
    const holder = await server.sql.reserve();
    await holder`begin`;
    await holder`lock table scan_stat in access exclusive mode`;
    const shed: number[] = [];
    const flood = Array.from({ length: 100 }, async () => {
      const { status } = await ask(genuine, '192.0.2.66');
      if (status === 429) shed.push(status);
      return status;
    });
    await expect.poll(() => shed.length).toBeGreaterThan(0);
    await holder`rollback`;
    holder.release();
    const [signedIn, other] = await Promise.all([
      server.call(
        login,
        { account_name: 'admin', account_password: adminPassword, account_type: 1 },
        from('192.0.2.1'),
      ),
      ask(genuine, '192.0.2.2'),
    ]);
    const statuses = await Promise.all(flood);
    expect([signedIn.status, other.status]).toEqual([200, 200]);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test('from everywhere is queued up to a limit, and beyond it gets 503 with Retry-After at once', async () => {
    let open = () => {};
    const gate = new Promise<void>((done) => {
      open = done;
    });
    const group = new GroupCommit<number, number>(
      async (items) => {
        await gate;
        return items;
      },
      { limit: 5, lanes: 1, largest: 1 },
    );
    const first = group.add(0);
    await new Promise((done) => setImmediate(done));
    const waiting = [1, 2, 3, 4, 5].map((n) => group.add(n));
    await expect(group.add(6)).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    open();
    expect(await Promise.all([first, ...waiting])).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
