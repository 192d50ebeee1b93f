import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKeyAdd, apiKeyRevoke } from '@suyuan/contract/integration/api-key.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { harvestInJson } from '#test/epcis/example-documents.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// Other systems give queries names, and are told of what they find as it is recorded.

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ids: (string | undefined)[];
}

let server: TestServer;
let hook: Server;
let dest: string;
const received: Received[] = [];
/** What the receiver answers, by the number of the notification. */
let answerTo: (number: number) => number = () => 204;
let erp: { readonly id: number; readonly key: string };

beforeAll(async () => {
  server = await testServer({ SUYUAN_WEBHOOK_NETWORKS: '127.0.0.1' });
  hook = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    received.push({ headers: request.headers, text, ids: idsIn(text) });
    response.writeHead(answerTo(received.length)).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => hook.once('listening', resolve));
  dest = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  erp = await newKey();
});
afterAll(async () => {
  hook.closeAllConnections();
  hook.close();
  await server.stop();
});
afterEach(() => {
  answerTo = () => 204;
});

/** Machines with other work take longer. */
const until = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 20_000 });

let made = 0;
const newKey = (party?: object) =>
  server.data(apiKeyAdd, {
    name: `subscriber ${++made}`,
    permissions: ['epcis:capture', 'epcis:query'],
    ...(party && { party }),
  });

const idsIn = (text: string): (string | undefined)[] => {
  const { epcisBody } = JSON.parse(text) as {
    epcisBody?: { queryResults: { resultsBody: { eventList: { eventID?: string }[] } } };
  };
  return epcisBody?.queryResults.resultsBody.eventList.map(({ eventID }) => eventID) ?? [];
};

const ask = (method: string, path: string, body?: object, key = erp.key) =>
  server.fetch(`/epcis${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

let numbers = 0;
/** Captures an event about an object; answers its ID. */
async function capture(epc: string, key = erp.key): Promise<string> {
  const document = JSON.parse(harvestInJson) as { epcisBody: { eventList: Record<string, unknown>[] } };
  const eventID = `urn:example:told:${++numbers}`;
  Object.assign(document.epcisBody.eventList[0] as object, { eventID, epcList: [epc] });
  expect((await ask('POST', '/capture', document, key)).status).toBe(202);
  return eventID;
}

/** A new query about an object of its own, with what it is told. */
async function aboutAnObject(subscription?: object, key = erp.key) {
  const name = `query ${++numbers}`;
  const epc = `urn:example:watched:${numbers}`;
  expect((await ask('POST', '/queries', { name, query: { MATCH_epc: [epc] } }, key)).status).toBe(201);
  const path = `/queries/${encodeURIComponent(name)}`;
  const before = received.length;
  const told = () => received.slice(before).flatMap(({ ids }) => ids);
  if (!subscription) return { name, epc, path, told, subscription: undefined };
  const answer = await ask('POST', `${path}/subscriptions`, { dest, ...subscription }, key);
  expect(answer.status).toBe(201);
  return {
    name,
    epc,
    path,
    told,
    subscription: (await answer.json()) as { subscriptionID: string; minRecordTime: string },
  };
}

test('a query with a name is defined, listed, used and deleted by the keys of one party', async () => {
  const { name, epc, path } = await aboutAnObject();
  const id = await capture(epc);
  expect(await (await ask('GET', path)).json()).toEqual({ name, query: { MATCH_epc: [epc] } });
  expect(await (await ask('GET', '/queries?perPage=1000')).json()).toContainEqual({
    name,
    query: { MATCH_epc: [epc] },
  });
  const found = await ask('GET', `${path}/events`);
  const text = await found.text();
  expect(idsIn(text)).toEqual([id]);
  expect(text).toContain(`"queryName":"${name}"`);
  expect((await ask('GET', `${path}/events?EQ_action=ADD`)).status).toBe(400);
  expect((await ask('POST', '/queries', { name, query: {} })).status).toBe(409);
  const dealers = await newKey({ dealer_id: await server.party('dealer') });
  expect((await ask('GET', path, undefined, dealers.key)).status).toBe(404);
  expect((await ask('POST', '/queries', { name, query: { MATCH_epc: [epc] } }, dealers.key)).status).toBe(201);
  expect(idsIn(await (await ask('GET', `${path}/events`, undefined, dealers.key)).text())).toEqual([]);
  expect((await ask('DELETE', path)).status).toBe(204);
  expect((await ask('GET', path)).status).toBe(404);
  expect((await ask('DELETE', path)).status).toBe(404);
  expect((await ask('GET', path, undefined, dealers.key)).status).toBe(200);
});

test('a definition is checked as a query is', async () => {
  const refusals: [object, string][] = [
    [{ query: {} }, 'name'],
    [{ name: 'x' }, 'query'],
    [{ name: 'x', query: { EQ_nothing: ['1'] } }, 'EQ_nothing'],
    [{ name: 'x', query: { EQ_action: ['MOVE'] } }, 'EQ_action'],
    [{ name: 'x', query: { GE_eventTime: 'yesterday' } }, 'GE_eventTime'],
    [{ name: 'x', query: { perPage: 3 } }, 'perPage'],
    [{ name: 'x', query: { eventCountLimit: 3 } }, 'eventCountLimit'],
    [{ name: 'x', query: { 'EQ_farm:picker': ['Li'] } }, 'EQ_farm:picker'],
    [{ name: 'x', query: { EQ_action: { a: 1 } } }, 'EQ_action'],
    [{ name: 'x', query: {}, '@context': ['https://elsewhere.example/context.jsonld'] }, '@context'],
  ];
  for (const [body, field] of refusals) {
    const answer = await ask('POST', '/queries', body);
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining(field),
    ]);
  }
  const farm = {
    '@context': { farm: 'https://farm.example.com/epcis/' },
    'EQ_farm:picker': 'Li',
    EXISTS_errorDeclaration: true,
  };
  expect((await ask('POST', '/queries', { name: 'of a farm', query: farm })).status).toBe(201);
  expect((await ask('GET', '/queries/of%20a%20farm/events')).status).toBe(200);
});

test('a webhook is told of each event once, signed', async () => {
  const { name, epc, path, told, subscription } = await aboutAnObject({ stream: true, signatureToken: 'a secret' });
  expect(JSON.stringify(subscription)).not.toContain('a secret');
  await capture('urn:example:other');
  const ids = [await capture(epc)];
  await until(() => expect(told()).toEqual(ids));
  ids.push(await capture(epc), await capture(epc));
  await until(() => expect(told()).toEqual(ids));
  const { headers, text } = received.at(-1) as Received;
  expect(headers['gs1-signature']).toBe(createHmac('sha256', 'a secret').update(text).digest('hex'));
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'gs1-epcis-version': '2.0.0' });
  expect(JSON.parse(text)).toMatchObject({
    type: 'EPCISQueryDocument',
    epcisBody: { queryResults: { queryName: name, subscriptionID: subscription?.subscriptionID } },
  });
  const own = `${path}/subscriptions/${subscription?.subscriptionID}`;
  await until(async () =>
    expect(await (await ask('GET', own)).json()).toMatchObject({
      dest,
      stream: true,
      lastNotifiedAt: expect.any(String),
    }),
  );
  expect(await (await ask('GET', `${path}/subscriptions`)).json()).toHaveLength(1);
  const now = (await (await ask('GET', own)).json()) as { minRecordTime: string };
  expect((await ask('OPTIONS', own)).headers.get('gs1-query-min-record-time')).toBe(now.minRecordTime);
  expect((await ask('DELETE', own)).status).toBe(204);
  await capture(epc);
  // Another subscription that is told afterwards shows that the first one was not.
  const other = await aboutAnObject({ stream: true });
  const last = await capture(other.epc);
  await until(() => expect(other.told()).toContain(last));
  expect(told()).toEqual([...ids, last]);
});

test('what was not taken is sent again, and nothing is lost or repeated', async () => {
  const { epc, told } = await aboutAnObject({ stream: true });
  const start = received.length;
  answerTo = (number) => (number - start <= 1 ? 500 : 302);
  const ids = [await capture(epc)];
  await until(() => expect(received.length).toBeGreaterThan(start + 1));
  answerTo = () => 200;
  const failed = told().length;
  ids.push(await capture(epc));
  await until(() => expect(told().slice(failed)).toEqual(expect.arrayContaining(ids)));
  ids.push(await capture(epc));
  await until(() => expect(told().at(-1)).toBe(ids.at(-1)));
  expect(told().filter((id) => id === ids[2])).toHaveLength(1);
});

test('a result of more events than a document has comes in several, each event once', { timeout: 60_000 }, async () => {
  const { name, epc, path } = await aboutAnObject();
  const document = JSON.parse(harvestInJson) as { epcisBody: { eventList: object[] } };
  const [event] = document.epcisBody.eventList;
  const ids = Array.from({ length: 1203 }, (_, n) => `urn:example:many:${n}`);
  document.epcisBody.eventList = ids.map((eventID) => ({ ...event, eventID, epcList: [epc] }));
  const start = new Date().toISOString();
  expect((await ask('POST', '/capture', document)).status).toBe(202);
  const before = received.length;
  // The second document is not taken at first; the first one is not sent again for that.
  answerTo = (number) => (number === before + 2 ? 503 : 204);
  const subscription = { dest, stream: true, initialRecordTime: start };
  expect((await ask('POST', `${path}/subscriptions`, subscription)).status).toBe(201);
  const documents = () => received.slice(before).map((one) => one.ids);
  await until(() => expect(documents()).toHaveLength(4));
  expect(documents().map(({ length }) => length)).toEqual([500, 500, 500, 203]);
  expect(documents().toSpliced(1, 1).flat()).toEqual(ids);
  const socket = listen(`/queries/${encodeURIComponent(name)}/events?stream=true&initialRecordTime=${start}`);
  await socket.opened;
  await until(() => expect(socket.told).toEqual(ids));
  socket.socket.close();
  const paged: (string | undefined)[] = [];
  for (let next: string | undefined = `${path}/events?perPage=1000`; next; ) {
    const answer: Response = await ask('GET', next);
    paged.push(...idsIn(await answer.text()));
    next = /<[^>]*\/epcis([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  expect(paged).toEqual(ids);
});

test('many events of many transactions at once come once each', { timeout: 60_000 }, async () => {
  const { epc, told } = await aboutAnObject({ stream: true });
  const ids = await Promise.all(Array.from({ length: 60 }, () => capture(epc)));
  await until(() => expect(told()).toHaveLength(ids.length));
  expect(told().toSorted()).toEqual(ids.toSorted());
});

test('two servers deliver once, and one takes over from the other', { timeout: 60_000 }, async () => {
  const other = await testServer({ SUYUAN_WEBHOOK_NETWORKS: '127.0.0.1' }, server);
  const { epc, told } = await aboutAnObject({ stream: true });
  const ids = await Promise.all(Array.from({ length: 20 }, () => capture(epc)));
  await until(() => expect(told()).toHaveLength(ids.length));
  await other.stop();
  ids.push(await capture(epc));
  await until(() => expect(told()).toHaveLength(ids.length));
  expect(new Set(told())).toEqual(new Set(ids));
});

test('a schedule is kept, and reports nothing if it is asked to', async () => {
  const { told } = await aboutAnObject({ schedule: { second: '[0-59]' }, reportIfEmpty: true });
  const before = received.length;
  await until(() => expect(received.length).toBeGreaterThan(before));
  expect(told()).toEqual([]);
  const { path } = await aboutAnObject();
  for (const controls of [
    {},
    { stream: true, schedule: { hour: '1' } },
    { stream: false },
    { schedule: {} },
    { schedule: { hour: '24' } },
    { schedule: { hour: '[5-2]' } },
    { schedule: { minute: 5 } },
    { schedule: { week: '1' } },
    { schedule: { month: '2', dayOfMonth: '30' } },
    { stream: true, initialRecordTime: 'soon' },
    { stream: true, reportIfEmpty: 'yes' },
    { stream: true, secret: 'x' },
  ]) {
    const answer = await ask('POST', `${path}/subscriptions`, { dest, ...controls });
    expect([controls, answer.status, ((await answer.json()) as { type: string }).type]).toEqual([
      controls,
      400,
      'epcisException:SubscriptionControlsException',
    ]);
  }
});

test('a subscription begins where it is asked to', async () => {
  const { epc, path, told } = await aboutAnObject();
  const ids = [await capture(epc), await capture(epc)];
  const since = { dest, stream: true, initialRecordTime: '2026-01-01T00:00:00Z' };
  expect((await ask('POST', `${path}/subscriptions`, since)).status).toBe(201);
  await until(() => expect(told()).toEqual(ids));
});

/** Opens a WebSocket on a query; what it was told, and how it ended. */
function listen(path: string, key = erp.key) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/epcis${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const told: (string | undefined)[] = [];
  socket.on('message', (data) => told.push(...idsIn(String(data))));
  const opened = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    socket.once('upgrade', ({ headers }) => socket.once('open', () => resolve(headers)));
    socket.once('unexpected-response', (_, { statusCode }) => reject(new Error(`${statusCode}`)));
    socket.once('error', reject);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  return { socket, told, opened, closed };
}

test('a WebSocket is told, and closed when its query or its key ends', async () => {
  const { epc, path } = await aboutAnObject();
  const { told, opened, closed } = listen(`${path}/events?stream=true`);
  expect(await opened).toMatchObject({ 'gs1-query-min-record-time': expect.any(String) });
  const ids = [await capture(epc), await capture(epc)];
  await until(() => expect(told).toEqual(ids));
  expect(await (await ask('GET', `${path}/subscriptions`)).json()).toMatchObject([{ stream: true }]);
  expect((await ask('DELETE', path)).status).toBe(204);
  expect(await closed).toBe(1008);

  const short = await newKey();
  const other = await aboutAnObject();
  const second = listen(`${other.path}/events?stream=true`, short.key);
  await second.opened;
  await server.data(apiKeyRevoke, { id: short.id });
  expect(await second.closed).toBe(1008);
  const third = listen(`${other.path}/events?stream=true`);
  await third.opened;
  third.socket.close();
  await third.closed;
  await until(async () => expect(await (await ask('GET', `${other.path}/subscriptions`)).json()).toEqual([]));
});

test('a WebSocket is refused before it is opened', async () => {
  const { path } = await aboutAnObject();
  const refused = (address: string, key?: string) => expect(listen(address, key).opened).rejects;
  await refused(`${path}/events`).toThrow('400');
  await refused(`${path}/events?stream=true&hour=1`).toThrow('400');
  await refused(`${path}/events?hour=25`).toThrow('400');
  await refused('/queries/none/events?stream=true').toThrow('404');
  await refused(`${path}/events?stream=true`, 'suyuan_sk_none').toThrow('401');
  const { key } = await server.data(apiKeyAdd, { name: 'only captures', permissions: ['epcis:capture'] });
  await refused(`${path}/events?stream=true`, key).toThrow('403');
});

test('a subscriber gets what its key may see', async () => {
  const dealers = await newKey({ dealer_id: await server.party('dealer') });
  const { epc, told } = await aboutAnObject({ stream: true }, dealers.key);
  await capture(epc);
  const own = await capture(epc, dealers.key);
  await until(() => expect(told()).toEqual([own]));
});
