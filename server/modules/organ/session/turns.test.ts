import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('work with the same key is queued; other work is not', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turns.take(['a', 'b'], async () => {
    await gate.promise;
    order.push('first');
  });
  const second = turns.take(['b', 'c'], async () => void order.push('second'));
  await turns.take(['d'], async () => void order.push('other'));
  expect(order).toEqual(['other']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['other', 'first', 'second']);
});

test('failed work lets the next one in', async () => {
  const turns = new Turns();
  const failing = turns.take(['a'], () => Promise.reject(new Error('no')));
  const next = turns.take(['a'], async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('keys in any order never deadlock', async () => {
  const turns = new Turns();
  const work = [['a', 'b'], ['b', 'a'], ['a'], ['b', 'c'], ['c', 'a']].map((keys) =>
    turns.take(keys, async () => keys),
  );
  expect(await Promise.all(work)).toHaveLength(5);
});
