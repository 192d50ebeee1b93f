import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprintOf } from '#platform/serve/once/fingerprint.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { answeredOnce, EventBatches, keyReused, onceUnderKey } from './context/idempotency.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const named = (key: string, { call = '/api/a', content = {} }: { call?: string; content?: object } = {}) => ({
  source: 'device:1',
  idempotency: { call, key, fingerprint: fingerprintOf(content) },
});
const answerFor = (key: string, answer: unknown, of: Parameters<typeof named>[1] = {}, fits = () => true) =>
  server.sql.begin((sql) => onceUnderKey(sql, named(key, of), async () => answer, { fits }));

test('the answer to a key is repeated for ninety days, then deleted', async () => {
  expect(await answerFor('old', 'first')).toBe('first');
  expect(await answerFor('new', 'first')).toBe('first');
  await server.sql`update act_batch set taken_at = now() - interval '91 days' where batch_key = 'old'`;
  await new EventBatches(server.sql).sweep();
  expect(await answerFor('old', 'second')).toBe('second');
  expect(await answerFor('new', 'second')).toBe('first');
});

test('an answer that is not stored is computed again', async () => {
  const ask = (answer: string) =>
    server.sql.begin((sql) =>
      onceUnderKey(sql, named('refused'), async () => answer, { isKept: (given) => given !== 'refused' }),
    );
  expect([await ask('refused'), await ask('taken'), await ask('again')]).toEqual(['refused', 'taken', 'taken']);
});

test('a key belongs to one call, and stands for one content', async () => {
  expect(await answerFor('mine', 'a', { content: { codes: ['1', '2'], reason: 'x' } })).toBe('a');
  // The same, whatever the order of its fields.
  expect(await answerFor('mine', 'b', { content: { reason: 'x', codes: ['1', '2'] } })).toBe('a');
  expect(await answerFor('mine', 'b', { call: '/api/b', content: { codes: [] } })).toBe('b');
  for (const content of [{ codes: ['2', '1'], reason: 'x' }, { codes: ['1'], reason: 'x' }, {}])
    await expect(answerFor('mine', 'c', { content })).rejects.toMatchObject({
      status: 409,
      message: 'batch_key_reused',
    });
});

test('a part has an answer of its own under the key of the whole', async () => {
  const part = (key: string, at: number, content: object, answer: string) =>
    server.sql.begin((sql) => {
      const { source, idempotency } = named(key, { content });
      return onceUnderKey(sql, { source, idempotency: { ...idempotency, part: at } }, async () => answer);
    });
  expect(await part('parts', 1, { codes: ['1', '2'] }, 'second')).toBe('second');
  expect(await part('parts', 0, { codes: ['1', '2'] }, 'first')).toBe('first');
  expect(await part('parts', 1, { codes: ['1', '2'] }, 'again')).toBe('second');
  // Nothing came under this part yet, but the key stands for other codes.
  await expect(part('parts', 5, { codes: ['9'] }, 'other')).rejects.toMatchObject({ status: 409 });
});

test('an answer stored by an earlier version is repeated to the matching call, for any content', async () => {
  await server.sql`insert into act_batch (source, batch_key, answer) values ('device:1', 'before', '{"units": 3}')`;
  expect(await answerFor('before', 'new', { content: { codes: ['1'] } })).toEqual({ units: 3 });
  expect(await answerFor('before', 'other', { call: '/api/b' }, () => false)).toBe('other');
  expect(await answerFor('before', 'again', { call: '/api/b' }, () => false)).toBe('other');
  await expect(answerFor('before', 'x', { call: '/api/b', content: { a: 1 } })).rejects.toMatchObject({ status: 409 });
});

test('two concurrent contents under one key give one acceptance and one refusal, whatever parts they name', async () => {
  const both = [
    { item: 'a', part: 0, content: { codes: ['1'] } },
    { item: 'b', part: 1, content: { codes: ['2', '3'] } },
    { item: 'c', part: 1, content: { codes: ['1'] } },
  ].map(({ item, part, content }) => {
    const { source, idempotency } = named('at once', { content });
    return { item, source, idempotency: { ...idempotency, part } };
  });
  const answers = await server.sql.begin((sql) => answeredOnce(sql, both, async (items) => items));
  expect(answers).toEqual(['a', keyReused, 'c']);
});
