import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { readPlace } from './purchase-place.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const open = async (code: string) => {
  const html = await (await server.fetch(`/c?code=${code}`, { headers: { 'accept-language': 'en' } })).text();
  return /name="ref" value="([^"]+)"/.exec(html)?.[1] as string;
};
const submit = (fields: Record<string, string>) =>
  server.fetch('/c/place', { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
const places = async () => (await server.data(consumerScan.page, { told: 'yes' })).rows;

test('a consumer reports the place of purchase once, without a script, and is thanked', async () => {
  const ref = await open('FAKE1');
  const response = await submit({
    ref,
    lang: 'en',
    place: ' Corner \u0000Shop ',
    latitude: '32.05839',
    longitude: '118.79647',
  });
  expect(response.status).toBe(303);
  const shown = await server.fetch(response.headers.get('location') as string);
  expect(await shown.text()).toContain('Thank you.');
  await submit({ ref, place: 'another shop' });
  expect(await places()).toMatchObject([{ code: 'FAKE1', place: 'Corner Shop', latitude: 32.06, longitude: 118.8 }]);
  expect((await server.data(consumerScan.page, {})).total).toBe(1);
});

test('each scan of a code can be reported once', async () => {
  await submit({ ref: await open('FAKE2'), place: 'here' });
  await submit({ ref: await open('FAKE2'), place: 'there' });
  expect((await places()).slice(0, 2).map(({ nth, place }) => [nth, place])).toEqual([
    [2, 'there'],
    [1, 'here'],
  ]);
});

test('ignores forged references and empty reports', async () => {
  const before = (await places()).length;
  const ref = await open('FAKE3');
  for (const fields of [
    { ref: 'x', place: 'a' },
    { ref: `${ref}x`, place: 'a' },
    { ref, place: ' ' },
    { place: 'a' },
    {},
  ]) {
    const response = await submit(fields as Record<string, string>);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).not.toContain('told');
  }
  expect((await places()).length).toBe(before);
  const json = await server.fetch('/c/place', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"ref":1}',
    redirect: 'manual',
  });
  expect(json.status).toBeLessThan(500);
});

test('accepts a valid position only, to the hundredth of a degree', () => {
  const read = (latitude: string, longitude: string) =>
    readPlace(new URLSearchParams({ place: 'x', latitude, longitude }))?.latitude;
  expect(read('-33.8688', '151.2')).toBe(-33.87);
  for (const [latitude, longitude] of [
    ['91', '0'],
    ['1', '181'],
    ['', ''],
    ['1e1', '2'],
    ['NaN', '1'],
    ['1', ''],
  ]) {
    expect(read(latitude as string, longitude as string)).toBeUndefined();
  }
});
