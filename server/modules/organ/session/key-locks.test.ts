import { expect, test } from 'vitest';
import { KeyLocks } from './key-locks.ts';

test('work with the same key is queued; other work is not', async () => {
  const locks = new KeyLocks();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = locks.take(['a', 'b'], async () => {
    await gate.promise;
    order.push('first');
  });
  const second = locks.take(['b', 'c'], async () => void order.push('second'));
  await locks.take(['d'], async () => void order.push('other'));
  expect(order).toEqual(['other']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['other', 'first', 'second']);
});

test('failed work lets the next one in', async () => {
  const locks = new KeyLocks();
  const failing = locks.take(['a'], () => Promise.reject(new Error('no')));
  const next = locks.take(['a'], async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('keys in any order never deadlock', async () => {
  const locks = new KeyLocks();
  const work = [['a', 'b'], ['b', 'a'], ['a'], ['b', 'c'], ['c', 'a']].map((keys) =>
    locks.take(keys, async () => keys),
  );
  expect(await Promise.all(work)).toHaveLength(5);
});
