import { wmsLog } from '@suyuan/contract/physical/exceptions.ts';
import Type from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { defineExceptionKind, type RaisedException } from './exception-kind.ts';
import { Exceptions } from './exceptions.ts';

const message = defineExceptionKind({
  name: 'wms_message',
  content: Type.Object({ waybill_no: Type.String() }, { additionalProperties: false }),
});

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const exception = (waybill_no: string, codes: readonly string[] = []): RaisedException => ({
  about: waybill_no,
  cause: 'not_ordered',
  origin: { source: 'wms', name: 'Warehouse 1' },
  raw: { waybill_no },
  codes,
});
const open = async () => (await server.data(wmsLog.page, { status: 'open', sort: 'created_at' })).rows;

test('one cause is one open exception, however often and by whomever it is raised', async () => {
  const exceptions = new Exceptions();
  const raise = (...reported: RaisedException[]) => server.sql.begin((sql) => exceptions.raise(sql, message, reported));
  await Promise.all([
    raise(exception('W1', ['a', 'b']), exception('W2'), exception('W1', ['c'])),
    raise(exception('W1', ['b', 'd'])),
  ]);
  const rows = await open();
  expect(rows.map(({ times, source_name }) => [times, source_name])).toEqual(
    expect.arrayContaining([
      [3, 'Warehouse 1'],
      [1, 'Warehouse 1'],
    ]),
  );
  const [first] = rows.filter(({ times }) => times === 3);
  const { codes } = await server.data(wmsLog.detail, { id: first?.id as number });
  expect(codes.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  await server.data(wmsLog.settle, { ids: rows.map(({ id }) => id), reason: 'ordered by hand' });
  await raise(exception('W1'));
  expect(await open()).toMatchObject([{ times: 1, kind: 'wms_message', cause: expect.stringMatching(/waybill/) }]);
});

test('an exception raised in a rolled-back transaction does not exist', async () => {
  const before = await open();
  const undone = server.sql.begin(async (sql) => {
    await new Exceptions().raise(sql, message, [exception('W9')]);
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  expect(await open()).toEqual(before);
});

test('a kind is retried with its declared contents, under a key of its own', async () => {
  const exceptions = new Exceptions();
  const tried: string[] = [];
  exceptions.serve(message, {
    beyond: () => [],
    retry: async ({ content: { waybill_no }, key }) => {
      tried.push(`${waybill_no} ${key}`);
      return { taken: true };
    },
  });
  expect(exceptions.problems('wms_message', { waybill: 'W1' })).not.toEqual([]);
  expect(exceptions.problems('wms_message', { waybill_no: 'W1' })).toEqual([]);
  expect(exceptions.isRetriable('wms_message', 'wms')).toBe(true);
  expect(exceptions.isRetriable('printed_twice', 'device')).toBe(false);
  for (const waybill_no of ['W1', 'W1', 'W2']) {
    const content = { waybill_no };
    await exceptions.retry('wms_message', 7, { content, deviceKeyId: null, accountId: 1 });
  }
  expect(tried[0]).toBe(tried[1]);
  expect(new Set(tried).size).toBe(2);
});
