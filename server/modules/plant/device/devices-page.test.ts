import { readFileSync } from 'node:fs';
import { deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceAt, plantOf } from '#test/goods/line.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// What an engineer types from docs/devices.md, with the codes, the lease and the key of his own, is answered as the page says.

const page = readFileSync(new URL('../../../../docs/devices.md', import.meta.url), 'utf8');

let server: TestServer;
const keys: Record<'line' | 'warehouse', string> = { line: '', warehouse: '' };

beforeAll(async () => {
  server = await testServer();
  const plant = await plantOf(server, [6, 40]);
  const { line_id, device } = await plant.line();
  await plant.workOrder(line_id, { order_no: 'WO000007', quantity: 12_000 });
  await plant.codes(1, 6000);
  await plant.codes(3, 100);
  keys.line = device.key;
  const [{ id: warehouse_id } = { id: 0 }] = await server.sql<{ id: number }[]>`select id from warehouse`;
  keys.warehouse = deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id, name: 'WMS' })).key;
});
afterAll(() => server.stop());

interface Example {
  readonly path: string;
  readonly body: string | undefined;
  /** What the page says is answered, as it stands there. */
  readonly answer: string | undefined;
}

/** The examples below a heading: what is typed, and what comes of it. */
function examplesOf(heading: string): Example[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [part = ''] = section.split('\n## ');
  const shown = [...part.matchAll(/```(sh|json)\n(.*?)```/gs)].map(([, kind, text = '']) => ({ kind, text }));
  const asJson = shown.find(({ kind }) => kind === 'json')?.text;
  return (shown.find(({ kind }) => kind === 'sh')?.text ?? '')
    .split(/^(?=curl )/m)
    .filter((typed) => typed.startsWith('curl '))
    .map((typed) => ({
      path: /http:\/\/127\.0\.0\.1:8080([^\s"]+)/.exec(typed)?.[1] as string,
      body: /-d '(.*?)'/s.exec(typed)?.[1],
      answer: asJson ?? /^# (\{.*\})$/m.exec(typed)?.[1]?.replace('…,', ''),
    }));
}

async function typed({ path, body }: Example, key: string, own: Readonly<Record<string, string>> = {}) {
  const ofOwn = (text: string) => Object.entries(own).reduce((all, [one, mine]) => all.replaceAll(one, mine), text);
  const response = await server.fetch(ofOwn(path), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'device-key': key, 'accept-language': 'en', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body: ofOwn(body) }),
  });
  return response.text();
}

/** What is told in an answer, whatever its values. */
function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(keysOf);
  if (value === null || typeof value !== 'object') return '';
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, keysOf(one)]));
}

test('a heartbeat returns the orders of the line', async () => {
  const [beat] = examplesOf('Heartbeat') as [Example];
  const answer = JSON.parse(await typed(beat, keys.line));
  expect(answer).toMatchObject({ status_code: 200, message: 'ok', code: 20000 });
  expect(keysOf(answer)).toEqual(keysOf(JSON.parse(beat.answer as string)));
});

test('codes are leased, read and returned, and a batch of their events is answered one by one', async () => {
  const [asking, reading, returning] = examplesOf('Leases of codes') as [Example, Example, Example];
  const leased = JSON.parse(await typed(asking, keys.line)).data;
  const { lease, count } = JSON.parse(asking.answer as string).data;
  expect(leased).toEqual({
    lease: expect.any(Number),
    first: expect.any(String),
    count,
    download: `${deviceLeaseCodes.path}?lease=${leased.lease}`,
  });
  const own = { [`lease=${lease}`]: `lease=${leased.lease}`, [`"lease": ${lease}`]: `"lease": ${leased.lease}` };
  const codes = (await typed(reading, keys.line, own)).trimEnd().split('\n');
  expect([codes.length, codes[0]]).toEqual([count, leased.first]);
  const returned = JSON.parse(await typed(returning, keys.line, own)).data;
  expect(returned).toEqual({ ...JSON.parse(returning.answer as string).data, lease: leased.lease });

  const caseAsked = { ...asking, body: asking.body?.replace('"level": 1', '"level": 3').replace('5000', '1') };
  const ofCase = await typed({ ...caseAsked, body: caseAsked.body?.replace('/3"', '/4"') }, keys.line);
  const [batch] = examplesOf('Batches of events') as [Example];
  const mine = {
    '08412097315528': codes[0] as string,
    '31170942286605': codes[1] as string,
    '069012345000000172': JSON.parse(ofCase).data.first as string,
  };
  const asPage = Object.entries(mine).reduce((all, [one, own]) => all.replaceAll(one, own), batch.answer as string);
  expect(JSON.parse(await typed(batch, keys.line, mine))).toEqual(JSON.parse(asPage));
});

test('a shipment of a WMS returns what was loaded and what was refused', async () => {
  const [ship] = examplesOf('Shipments of a WMS') as [Example];
  const answer = JSON.parse(await typed(ship, keys.warehouse));
  expect(answer).toMatchObject({
    status_code: 200,
    data: { refusals: [{ reason: 'unknown_receiver', conflict: 'D-100' }] },
  });
  expect(keysOf(answer)).toEqual(keysOf(JSON.parse(ship.answer as string)));
});
