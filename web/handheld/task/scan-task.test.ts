import type { ScanAct } from '@suyuan/contract/handheld/act.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actOf } from '../acts/acts.ts';
import type { LoggedScan, ScanContent } from '../sending/logged-scan.ts';
import type { ScanLog } from '../sending/scan-log.ts';
import type { ScannedTask } from './scan-state.ts';
import { ScanTask } from './scan-task.ts';

const nothing: ScannedTask = { head: { lines: [], products: [] }, find: () => undefined };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A log without a disk, which has scans of before. */
function logOf(before: readonly LoggedScan[] = []) {
  const kept: LoggedScan[] = [...before];
  return {
    kept,
    follow: () => () => undefined,
    ofTask: async () => before,
    draftOf: async () => [],
    keepDraft: async () => undefined,
    add: async (task: string, content: ScanContent, { refusal }: { readonly refusal?: string }) => {
      const no = kept.length + 1;
      const state = refusal === undefined ? ('waiting' as const) : ('refused' as const);
      const scan = { no, id: `${no}`, task, at: Date.now(), state, content };
      kept.push(scan);
      return scan;
    },
  };
}

function doing(act: ScanAct, log: ReturnType<typeof logOf> = logOf()) {
  const told: string[] = [];
  const task = new ScanTask(actOf(act), nothing, {
    ...{ log: log as unknown as ScanLog, name: act, tornKept: 'search later' },
    onScan: ({ text, outcome }) => told.push(`${text} ${outcome.verdict}`),
  });
  task.open();
  return { task, told, kept: () => log.kept.map(({ content: { code }, state }) => `${code} ${state}`) };
}

test('of torn codes that come one after another, each is kept, and the last may be searched for', async () => {
  const { task, told, kept } = doing('inspect');
  await Promise.all(['12?', '34?', '56', '78?'].map((code) => task.scan(code)));
  expect(kept()).toEqual(['12? refused', '34? refused', '56 waiting']);
  expect(told).toEqual(['12? kept', '34? kept', '56 kept']);
  expect(task.state.getState().torn).toBe('78?');
  await task.tornIs('789');
  expect(kept().slice(3)).toEqual(['789 waiting']);
  await task.scan('90?');
  await task.scan('90?');
  await task.keepTorn();
  expect(kept().slice(4)).toEqual(['90? refused']);
  expect(task.state.getState().torn).toBeUndefined();
});

test('a code is inspected again after a minute or at another place, and not by a slip', async () => {
  const { task, told } = doing('inspect');
  task.give({ position: { latitude: 31.23, longitude: 121.47, accuracy: 12 } });
  await task.scan('1');
  await task.scan('1');
  task.give({ position: { latitude: 31.2301, longitude: 121.47, accuracy: 12 } });
  await task.scan('1');
  task.give({ position: { latitude: 31.231, longitude: 121.47, accuracy: 12 } });
  await task.scan('1');
  await task.scan('1');
  vi.setSystemTime(Date.now() + 61_000);
  await task.scan('1');
  expect(told).toEqual(['1 kept', '1 repeated', '1 repeated', '1 kept', '1 repeated', '1 kept']);
});

test('what is dissolved without a task stays done, however long ago that was', async () => {
  const { task, told } = doing('unpack');
  await task.scan('1');
  vi.setSystemTime(Date.now() + 61_000);
  await task.scan('1');
  expect(told).toEqual(['1 unknown', '1 repeated']);
});

test('photos are of what was scanned since the task was opened', async () => {
  const yesterday = Date.now() - 86_400_000;
  const content = { act: 'inspect', code: '1' } as const;
  const { task } = doing(
    'inspect',
    logOf([{ no: 1, id: 'a', task: 'inspect', at: yesterday, state: 'taken', content }]),
  );
  const shown = () => task.state.getState().shown;
  await task.keepTorn();
  expect([task.state.getState().scans.length, shown()]).toEqual([1, undefined]);
  await task.scan('1');
  expect(shown()).toBe(2);
  await task.scan('2');
  expect(shown()).toBe(3);
  // Scanned twice, it is this one that is in the hand.
  await task.scan('1');
  expect(shown()).toBe(2);
});

test('a code that is written in two ways is counted once in a package', async () => {
  const { task, told } = doing('repack');
  for (const text of ['SSCC1', 'ABC123', 'abc123', 'abc124']) await task.scan(text);
  expect(told).toEqual(['SSCC1 unknown', 'ABC123 unknown', 'abc123 repeated', 'abc124 unknown']);
});
