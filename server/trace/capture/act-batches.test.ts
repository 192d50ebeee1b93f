import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../test/harness/server.ts';
import { ActBatches } from './act-batches.ts';
import { onceUnderKey } from './answered-once.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const asked = (batchKey: string, answer: string) =>
  server.sql.begin((sql) => onceUnderKey(sql, { source: 'device:1', batchKey }, async () => answer));

test('what was answered under a key is answered again for ninety days, and forgotten then', async () => {
  expect(await asked('old', 'first')).toBe('first');
  expect(await asked('new', 'first')).toBe('first');
  await server.sql`update act_batch set taken_at = now() - interval '91 days' where batch_key = 'old'`;
  await new ActBatches(server.sql).sweep();
  expect(await asked('old', 'second')).toBe('second');
  expect(await asked('new', 'second')).toBe('first');
});

test('an answer that is not to be kept is given anew', async () => {
  const name = { source: 'device:1', batchKey: 'refused' };
  const ask = (answer: string) =>
    server.sql.begin((sql) =>
      onceUnderKey(
        sql,
        name,
        async () => answer,
        (given) => given !== 'refused',
      ),
    );
  expect([await ask('refused'), await ask('taken'), await ask('again')]).toEqual(['refused', 'taken', 'taken']);
});
