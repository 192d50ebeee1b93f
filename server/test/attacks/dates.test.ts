import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { calendarYears } from '@suyuan/contract/thing/fields.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantOf, type TestDevice } from '../goods/line.ts';
import { type TestServer, testServer } from '../harness/server.ts';
import { armOf, example, type Schema } from './example-input.ts';

// Dates at and beyond the ends of what PostgreSQL and JavaScript can hold, in every field of every call that takes one.

let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  server = await testServer();
  ({ device } = await (await plantOf(server)).line());
});
afterAll(() => server.stop());

const dateFields = calls
  .filter((call) => call !== loginout)
  .flatMap((call) =>
    Object.entries((call.input as Schema).properties ?? {})
      .map(([key, schema]) => ({ call, key, format: armOf(schema).format }))
      .filter(({ format }) => format === 'date' || format === 'date-time'),
  );

async function send(call: Call, key: string, value: string) {
  const input = { ...(example(call.input as Schema) as object), [key]: value };
  const { status, envelope } = await (call.access === 'device' ? device.call(call, input) : server.call(call, input));
  const { data } = envelope as { data?: { fields?: { path: string; reason: string }[] } | null };
  // What is refused because it comes before another day of the same row is a day as good as any.
  const fields = (data?.fields ?? []).filter(({ reason }) => !reason.startsWith('before_'));
  return { status, refused: fields.some(({ path }) => path === key) };
}

const day = (year: number) => `${String(year).padStart(4, '0')}-${year % 2 ? '01-01' : '12-31'}`;
const moment = (year: number, zone: string) => `${day(year)}T${year % 2 ? '00:00:00' : '23:59:59.999'}${zone}`;
const ends = [0, 1, 99, 1582, 1899, 1900, 1901, 1969, 1970, 2038, 2106, 2199, 2200, 2201, 9998, 9999];
const year = fc.oneof(fc.constantFrom(...ends), fc.integer({ min: 0, max: 9999 }));
const zone = fc.constantFrom('Z', '+23:59', '-23:59', '+14:00', '-12:00');

test('some calls take dates and times', () => {
  expect(new Set(dateFields.map(({ format }) => format))).toEqual(new Set(['date', 'date-time']));
  expect(dateFields.length).toBeGreaterThan(20);
});

test('no date makes a call fail, and none outside the supported years is accepted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...dateFields), year, zone, async ({ call, key, format }, of, at) => {
      const { status, refused } = await send(call, key, format === 'date' ? day(of) : moment(of, at));
      expect(status, call.path).toBeLessThan(500);
      // A zone moves the ends by less than a day.
      if (of < calendarYears.first - 1 || of > calendarYears.last + 1) expect([status, refused]).toEqual([400, true]);
      if (of > calendarYears.first && of < calendarYears.last) expect(refused, `${call.path} ${key} ${of}`).toBe(false);
    }),
    { numRuns: 300, seed: 20_260_131 },
  );
}, 60_000);

test('every call with a period accepts the widest and an empty one', async () => {
  const [first, last] = [`${calendarYears.first}-01-01T00:00:00Z`, `${calendarYears.last}-12-31T23:59:59.999Z`];
  const periods = calls.filter(({ input }) => {
    const names = Object.keys((input as Schema).properties ?? {});
    return dateFields.some(({ key }) => key === 'to' && names.includes('to')) && names.includes('from');
  });
  for (const call of periods.filter(({ method }) => method === 'GET')) {
    const least = example(call.input as Schema) as object;
    for (const period of [{ from: first, to: last }, { from: last, to: first }, { from: last }, { to: first }]) {
      expect(
        (await server.call(call, { ...least, ...period })).status,
        `${call.path} ${JSON.stringify(period)}`,
      ).toBeLessThan(500);
    }
  }
});
