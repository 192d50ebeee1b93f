import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hold, notify, release, useNotices } from './notices.ts';
import { ask, useQuestion } from './question.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});
const shown = () => useNotices.getState().notices.map(({ text, times }) => `${text} ${times}`);

test('error toast 5000 ms', () => {
  notify.error('no');
  vi.advanceTimersByTime(4999);
  expect(shown()).toEqual(['no 1']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test('one toast for many equal errors', () => {
  for (let time = 0; time < 3; time++) notify.error('no');
  notify.error('other');
  expect(shown()).toEqual(['no 3', 'other 1']);
});

test('keeps a toast while the pointer is on it', () => {
  notify.error('no');
  const id = useNotices.getState().notices[0]?.id ?? 0;
  hold(id);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['no 1']);
  release(id);
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual([]);
});

test('keeps a toast under the pointer also if its message is repeated', () => {
  notify.error('no');
  const id = useNotices.getState().notices[0]?.id ?? 0;
  hold(id);
  notify.error('no');
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['no 2']);
  release(id);
});

test('answers a repeated question with the open one', async () => {
  const words = { title: '', text: '', confirm: '', cancel: '' };
  const answers = [ask(words), ask(words)];
  useQuestion.getState().question?.answer(true);
  expect(await Promise.all(answers)).toEqual([true, true]);
  expect(useQuestion.getState().question).toBeUndefined();
});
