import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#core/api/apiError.ts';
import { KeptDesk } from './KeptDesk.ts';
import { ScannedCodes } from './ScannedCodes.ts';

const noAnswer = new ApiError(0, 0, 'no answer');

let kept: Map<string, string>;
/** The storage of the browser. */
const storage = {
  getItem: (place: string) => kept.get(place) ?? null,
  setItem: (place: string, text: string) => kept.set(place, text),
} as unknown as Storage;
const place = (name: string) => new KeptDesk(name, storage);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  kept = new Map();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A desk whose server is out of reach until it is let back, and what was announced. */
function newDesk({ place: own, error = noAnswer }: { place?: KeptDesk; error?: ApiError } = {}) {
  const server = { isThere: false, requests: [] as string[][] };
  const outcomes: string[] = [];
  const desk = new ScannedCodes(
    async (texts) => {
      server.requests.push([...texts]);
      if (!server.isThere) throw error;
      return texts.map((code) => ({ found: { code } }));
    },
    { onScan: ({ outcome, code }) => outcomes.push(`${outcome} ${code}`), place: own },
  );
  const codes = () => desk.state.scanned.map(({ code }) => code);
  return { desk, server, outcomes, codes };
}

const soon = () => vi.advanceTimersByTimeAsync(0);

test('announces unsent scans, and sends them once the server is back', async () => {
  const { desk, server, outcomes, codes } = newDesk();
  desk.scan(['A']);
  await soon();
  desk.scan(['B']);
  await soon();
  expect(outcomes).toEqual(['unsent A', 'unsent B']);
  expect(desk.state).toMatchObject({ waiting: 2, failed: { message: 'no answer' } });
  server.isThere = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(codes()).toEqual(['A', 'B']);
  expect(desk.state).toMatchObject({ waiting: 0, failed: undefined });
});

test('retries less and less often, with the same scans', async () => {
  const { desk, server } = newDesk();
  desk.scan(['A']);
  await soon();
  desk.scan(['B']);
  await vi.advanceTimersByTimeAsync(1000);
  await vi.advanceTimersByTimeAsync(2000);
  await vi.advanceTimersByTimeAsync(4000);
  expect(server.requests).toEqual([['A'], ['A'], ['A'], ['A']]);
});

test('retries at once when the network is back', async () => {
  const { desk, server, codes } = newDesk();
  const close = desk.open();
  desk.scan(['A']);
  await soon();
  server.isThere = true;
  window.dispatchEvent(new Event('online'));
  await soon();
  expect(codes()).toEqual(['A']);
  close();
});

test.each([408, 429, 500, 503])('keeps the scan after status %i, and retries when the answer says', async (status) => {
  const error = new ApiError(status, 0, 'busy', { retryAfterSeconds: 7 });
  const { desk, server, codes } = newDesk({ error });
  desk.scan(['A']);
  await vi.advanceTimersByTimeAsync(6000);
  expect(server.requests).toHaveLength(1);
  server.isThere = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(codes()).toEqual(['A']);
});

test('keeps scans of an ended session without retrying', async () => {
  const { desk, server } = newDesk({ error: new ApiError(401, ErrorCode.sessionExpired, 'over') });
  desk.scan(['A']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.requests).toHaveLength(1);
  expect(desk.state.waiting).toBe(1);
});

test('restores a reopened desk and sends waiting scans, until discarded', async () => {
  const first = newDesk({ place: place('desk.1') });
  first.server.isThere = true;
  first.desk.scan(['A']);
  await soon();
  first.server.isThere = false;
  first.desk.scan(['B']);
  await soon();

  const second = newDesk({ place: place('desk.1') });
  expect(second.desk.state.resumed).toBeDefined();
  expect(second.codes()).toEqual(['A']);
  second.server.isThere = true;
  const close = second.desk.open();
  await soon();
  expect(second.codes()).toEqual(['A', 'B']);
  second.desk.discard();
  close();
  expect(newDesk({ place: place('desk.1') }).desk.state).toMatchObject({ scanned: [], resumed: undefined });
  expect(newDesk({ place: place('desk.2') }).desk.state.scanned).toEqual([]);
});

test('sends from the tab that opened the desk last, until the other takes over', async () => {
  const [one, other] = [newDesk({ place: place('desk.1') }), newDesk({ place: place('desk.1') })];
  for (const { server } of [one, other]) server.isThere = true;
  one.desk.scan(['A']);
  other.desk.scan(['B']);
  await soon();
  expect([one.codes(), other.codes()]).toEqual([['A'], []]);
  other.desk.takeOver();
  other.desk.scan(['B']);
  await soon();
  expect(other.codes()).toEqual(['A', 'B']);
  one.desk.scan(['C']);
  await soon();
  expect(one.codes()).toEqual(['A']);
  expect(one.server.requests).toHaveLength(1);
});

test('works without storage, and with invalid contents in it', async () => {
  kept.set('desk.1', '{"kept":');
  const refusing = { getItem: storage.getItem } as Storage;
  const { desk, server, codes } = newDesk({ place: new KeptDesk('desk.1', refusing) });
  server.isThere = true;
  desk.scan(['A']);
  await soon();
  expect(codes()).toEqual(['A']);
});
