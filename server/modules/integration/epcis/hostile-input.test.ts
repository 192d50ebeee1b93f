import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { harvestInJson, harvestInXml } from '#test/epcis/example-documents.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// What somebody may send to harm the server: each is refused, and the server goes on.

let server: TestServer;
let key: string;
/** Counts connections: nothing that comes from outside may make the server connect to it. */
let inside: Server;
let visits = 0;
let port: number;

beforeAll(async () => {
  server = await testServer();
  const permissions = ['epcis:capture', 'epcis:query'] as const;
  ({ key } = await server.data(apiKeyAdd, { name: 'hostile', permissions: [...permissions] }));
  inside = createServer((_, response) => {
    visits += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => inside.once('listening', resolve));
  ({ port } = inside.address() as AddressInfo);
  expect((await send('/queries', JSON.stringify({ name: 'all', query: {} }))).status).toBe(201);
});
afterAll(async () => {
  inside.close();
  await server.stop();
});

const send = (path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  server.fetch(`/epcis${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
  });

const inXml = (start: string, change: (xml: string) => string = (xml) => xml) =>
  change(harvestInXml).replace(/^<\?xml[^>]*\?>\s*/, `<?xml version="1.0" encoding="UTF-8"?>\n${start}\n`);
const inJson = (change: (document: Record<string, unknown>) => void) => {
  const document = JSON.parse(harvestInJson) as Record<string, unknown>;
  change(document);
  return JSON.stringify(document);
};

let numbers = 0;
/** A document that nothing is wrong with. */
const right = () => {
  const document = JSON.parse(harvestInJson) as { epcisBody: { eventList: object[] } };
  Object.assign(document.epcisBody.eventList[0] as object, { eventID: `urn:example:right:${++numbers}` });
  return JSON.stringify(document);
};

const bombs = Array.from({ length: 10 }, (_, n) =>
  n === 0 ? '<!ENTITY l0 "lol">' : `<!ENTITY l${n} "${`&l${n - 1};`.repeat(10)}">`,
).join('');
const xml = 'application/xml';

const documents: Record<string, () => [body: string | Uint8Array<ArrayBuffer>, type?: string]> = {
  'an external entity of a file': () => [
    inXml('<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>', (text) => text.replace('urn:example', '&x;')),
    xml,
  ],
  'an external entity of an address': () => [
    inXml(`<!DOCTYPE d [<!ENTITY x SYSTEM "http://127.0.0.1:${port}/">]>`, (text) => text.replace('ADD', '&x;')),
    xml,
  ],
  'a parameter entity': () => [inXml(`<!DOCTYPE d [<!ENTITY % x SYSTEM "http://127.0.0.1:${port}/"> %x;]>`), xml],
  'a billion laughs': () => [inXml(`<!DOCTYPE d [${bombs}]>`, (text) => text.replace('ADD', '&l9;')), xml],
  'elements a hundred thousand deep': () => [`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`, xml],
  'lists a hundred thousand deep': () => [`${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  'objects a hundred thousand deep': () => [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  'a context by its address': () => [
    inJson((one) => {
      one['@context'] = [`http://127.0.0.1:${port}/context.jsonld`];
    }),
  ],
  'a thousand prefixes': () => [
    inJson((one) => {
      one['@context'] = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`p${n}`, `https://p${n}.example/`]));
    }),
  ],
  'a thousand prefixes in XML': () => [
    inXml('', (text) =>
      text.replace(
        '<eventTime>',
        `<eventTime ${Array.from({ length: 1000 }, (_, n) => `xmlns:p${n}="urn:p${n}"`).join(' ')}>`,
      ),
    ),
    xml,
  ],
  'a hundred megabytes': () => [new Uint8Array(100 * 2 ** 20).fill(32)],
  'bytes that are no text': () => [new Uint8Array([0xff, 0xfe, 0xfd])],
  'a name of the prototype': () => ['{"__proto__": {"type": "EPCISDocument"}, "constructor": 1}'],
};

test.for(Object.keys(documents))('%s is refused', async (name) => {
  const [body, type] = documents[name]?.() ?? [''];
  const answer = await send('/capture', body, type).catch((error: Error) => error);
  // A server may close a connection on which it will not read any more.
  if (answer instanceof Error) expect(name).toContain('megabytes');
  else expect([name, Math.floor(answer.status / 100)]).toEqual([name, 4]);
  expect((await send('/capture', right())).status).toBe(202);
  expect(visits).toBe(0);
});

test('a webhook in a network of our own is refused, however it is written', async () => {
  const places = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://a.localhost:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://0.0.0.0/',
    'https://user:password@hook.example/',
    'ftp://hook.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'hook.example',
    '',
    `https://hook.example/${'a'.repeat(3000)}`,
  ];
  for (const dest of places) {
    const answer = await send('/queries/all/subscriptions', JSON.stringify({ dest, stream: true }));
    expect([dest, answer.status, ((await answer.json()) as { type: string }).type]).toEqual([
      dest,
      400,
      'epcisException:InvalidURIException',
    ]);
  }
});

/** The state of the subscription that was added last, once it has been tried. */
const tried = async () =>
  vi.waitFor(
    async () => {
      const [row] = await server.sql<{ failures: number; last_error: string }[]>`
        select failures, last_error from epcis_subscription order by id desc limit 1`;
      expect(row?.failures).toBeGreaterThan(0);
      return row;
    },
    { timeout: 20_000 },
  );

test('the address is checked again when it is connected to', async () => {
  // What was accepted as a name may be answered with an address inside by the time of the delivery.
  const dest = 'http://hook.example/';
  expect((await send('/queries/all/subscriptions', JSON.stringify({ dest, stream: true }))).status).toBe(201);
  await server.sql`update epcis_subscription set dest = ${`http://localhost:${port}/`}, next_at = now(), failures = 0`;
  await send('/capture', right());
  expect(await tried()).toMatchObject({ last_error: expect.stringContaining('not an address of the Internet') });
  expect(visits).toBe(0);
  await server.sql`update epcis_subscription set dest = ${`http://127.0.0.1:${port}/`}, next_at = now(), failures = 0`;
  await send('/capture', right());
  expect(await tried()).toMatchObject({ last_error: expect.stringContaining('not an address of the Internet') });
  expect(visits).toBe(0);
});

test('a redirection is not followed', async () => {
  const open = await testServer({ SUYUAN_WEBHOOK_NETWORKS: '127.0.0.2' }, server);
  const elsewhere = createServer((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
  ).listen(0, '127.0.0.2');
  await new Promise((resolve) => elsewhere.once('listening', resolve));
  const dest = `http://127.0.0.2:${(elsewhere.address() as AddressInfo).port}/`;
  const answer = await open.fetch('/epcis/queries/all/subscriptions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ dest, stream: true, reportIfEmpty: true, initialRecordTime: '2026-01-01T00:00:00Z' }),
  });
  expect(answer.status).toBe(201);
  await tried();
  expect(visits).toBe(0);
  elsewhere.close();
  elsewhere.closeAllConnections();
  await open.stop();
});
