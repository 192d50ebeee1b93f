import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#core/api/apiError.ts';
import { LoadingDesk, overridable } from './LoadingDesk.ts';

const taken = (code: string) => ({ code, printed: code, product_id: 1, lot: 'L1', units: 3, known: false });
const refusal = (code: string, more: Partial<EventRefusal> = {}): EventRefusal => ({
  code,
  reason: 'not_here',
  message: 'elsewhere',
  conflict: null,
  ...more,
});
const settled = (desk: LoadingDesk) => vi.waitUntil(() => desk.state.waiting === 0 && desk.state.last !== undefined);

test('loads accepted scans, and keeps refusals until they are settled', async () => {
  const calls = {
    load: vi.fn(async (codes: readonly string[], _key: string, reason?: string) => ({
      taken: codes.filter((code) => code !== 'B' || reason).map(taken),
      refusals: codes.filter((code) => code === 'B' && !reason).map((code) => refusal(code, { overridable: true })),
    })),
    unload: vi.fn(async (codes: readonly string[]) => ({ taken: codes.map(taken), refusals: [] })),
  };
  const outcomes: string[] = [];
  const desk = new LoadingDesk(calls, { onScan: ({ outcome }) => outcomes.push(outcome) }, vi.fn());
  desk.scan(['A', 'B']);
  await settled(desk);
  expect(desk.state.loaded).toEqual([taken('A')]);
  expect(overridable(desk.state)).toEqual(['B']);
  desk.loadAnyway('it is urgent');
  await vi.waitUntil(() => desk.state.loaded.length === 2);
  expect(desk.state.refusals).toEqual([]);
  desk.undo();
  await vi.waitUntil(() => desk.state.loaded.length === 1);
  expect(desk.state.loaded).toEqual([taken('A')]);
  expect(outcomes).toEqual(['good', 'wrong', 'good', 'repeated']);
});

test('keeps scans without an answer', async () => {
  let isThere = false;
  const load = vi.fn(async (codes: readonly string[]) => {
    if (!isThere) throw new ApiError(0, 0, 'no network');
    return { taken: codes.map(taken), refusals: [] };
  });
  const desk = new LoadingDesk({ load, unload: vi.fn() }, { onScan: vi.fn() }, vi.fn());
  desk.scan(['A']);
  await vi.waitUntil(() => desk.state.failed !== undefined);
  desk.scan(['B']);
  await vi.waitUntil(() => desk.state.failed !== undefined && desk.state.waiting === 2);
  isThere = true;
  desk.goOn();
  await vi.waitUntil(() => desk.state.waiting === 0);
  expect(desk.state.loaded.map(({ code }) => code)).toEqual(['B', 'A']);
});

test('does not override a refusal that is final', () => {
  expect(overridable({ refusals: [refusal('A', { overridable: true }), refusal('A', { reason: 'on_hold' })] })).toEqual(
    [],
  );
});

test('accepts a code that is on the waybill already, and refuses one of another waybill', async () => {
  const load = vi.fn(async ([code = '']: readonly string[]) => ({
    taken: code === 'A' ? [{ ...taken(code), units: 0, known: true }] : [],
    refusals: code === 'A' ? [] : [refusal(code, { reason: 'loaded_already', conflict: 'WB2', message: 'on it' })],
  }));
  const desk = new LoadingDesk({ load, unload: vi.fn() }, { onScan: vi.fn() }, vi.fn());
  desk.scan(['A']);
  await settled(desk);
  expect(desk.state).toMatchObject({ last: { outcome: 'repeated', textKey: 'onIt' }, refusals: [], loaded: [] });
  desk.scan(['B']);
  await vi.waitUntil(() => desk.state.refusals.length > 0);
  expect(desk.state.last).toMatchObject({ outcome: 'wrong', text: 'on it' });
});

test('shows the final one of several refusals', async () => {
  const load = vi.fn(async () => ({
    taken: [],
    refusals: [refusal('A', { message: 'not released' }), refusal('A', { overridable: true, message: 'too young' })],
  }));
  const desk = new LoadingDesk({ load, unload: vi.fn() }, { onScan: vi.fn() }, vi.fn());
  desk.scan(['A']);
  await settled(desk);
  expect(desk.state.last).toMatchObject({ text: 'not released' });
});
