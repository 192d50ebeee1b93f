import { product as products } from '@suyuan/contract/base/product/product.ts';
import { updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';
import { openDatabase } from '../database/database.ts';
import { MasterKey } from '../secrets/master-key.ts';
import { verifyAudit } from './verify.ts';

let server: TestServer;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  server = await testServer();
  database = openDatabase(server.databaseUrl, 1);
});
afterAll(async () => {
  await database?.close();
  await server.stop();
});

const verify = () => verifyAudit(database.db, new MasterKey(Buffer.from(server.masterKey, 'hex')));
const last = async () => {
  const [entry] = await server.sql<
    { id: number; account_name: string; ip: string; call: string; input: Record<string, unknown> }[]
  >`select id, account_name, ip, call, input from audit_log order by id desc limit 1`;
  if (!entry) throw new Error('no record');
  const changes = await server.sql<
    { thing: string; thing_id: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }[]
  >`select thing, thing_id, before, after from audit_change where audit_id = ${entry.id} order by position`;
  return { ...entry, changes };
};
const product = (product_code: string) => ({ product_code, product_name: 'Before' });

describe('a change', () => {
  test('records who, from where, by which call, before and after', async () => {
    const { id } = await server.data(products.add, product('A'));
    expect(await last()).toMatchObject({
      account_name: 'admin',
      ip: '127.0.0.1',
      call: products.add.path,
      input: product('A'),
      changes: [{ thing: 'product', thing_id: String(id), before: null, after: { product_name: 'Before' } }],
    });
    await server.data(products.update, { id, ...product('A'), product_name: 'After' });
    expect((await last()).changes).toMatchObject([
      { before: { product_name: 'Before' }, after: { product_name: 'After' } },
    ]);
    await server.data(products.remove, { id });
    expect((await last()).changes).toMatchObject([{ before: { product_name: 'After' }, after: null }]);
  });

  test('is not recorded if refused', async () => {
    const { id } = await last();
    expect((await server.call(products.remove, { id: 99_999 })).status).toBe(404);
    expect((await last()).id).toBe(id);
  });

  test('records that a secret changed, without the secret', async () => {
    const token = await server.as([], { name: 'secretive' });
    await server.data(updatePasswordSelf, { old_password: adminPassword, new_password: 'another-good-1' }, { token });
    const record = await last();
    expect(record).toMatchObject({ account_name: 'secretive', input: { old_password: '•••', new_password: '•••' } });
    const [change] = record.changes;
    expect(JSON.stringify(record)).not.toMatch(/argon2|another-good-1/);
    expect(change?.before?.password_hash).not.toBe(change?.after?.password_hash);
  });

  test('of many rows is one record with all of them, and a dry run is none', async () => {
    const { id } = await last();
    const upload = async (mode: string) => {
      const form = new FormData();
      form.set('file', new Blob(['product_code,product_name\nI1,one\nI2,two\n']), 'products.csv');
      const headers = { token: server.admin };
      return server.fetch(`${products.import.path}?mode=${mode}`, { method: 'POST', headers, body: form });
    };
    expect((await upload('dry')).status).toBe(200);
    expect((await last()).id).toBe(id);
    expect((await upload('all')).status).toBe(200);
    expect((await last()).changes.map(({ after }) => after?.product_code)).toEqual(['I1', 'I2']);
  });
});

describe('the chain', () => {
  /** What verifying finds once something was done to the tables behind the server's back; all is as before afterwards. */
  const foundAfter = async (tamper: string) => {
    await database.sql`create table kept_log as select * from audit_log`;
    await database.sql`create table kept_change as select * from audit_change`;
    await database.sql`create table kept_head as select * from audit_head`;
    await database.sql.unsafe(tamper);
    const { problems } = await verify();
    for (const table of ['log', 'change', 'head']) {
      await database.sql.unsafe(`truncate audit_${table}; insert into audit_${table} select * from kept_${table};
        drop table kept_${table}`);
    }
    return problems.map(({ id, kind }) => `${kind} ${id}`);
  };

  test('is intact with concurrent writers', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => server.data(products.add, product(`many-${n}`))));
    const { records, problems, head } = await verify();
    expect(problems).toEqual([]);
    expect(records).toBe((await last()).id);
    expect(head).not.toBe('');
  });

  test('reveals a modified record and a modified change', async () => {
    expect(await foundAfter(`update audit_log set account_name = 'someone' where id = 2`)).toEqual(['changed 2']);
    expect(await foundAfter(`update audit_log set input = '{}' where id = 3`)).toEqual(['changed 3']);
    expect(
      await foundAfter(`update audit_change set after = after || '{"product_name": "x"}' where audit_id = 2`),
    ).toEqual(['changed 2']);
    expect(await foundAfter('delete from audit_change where audit_id = 1')).toEqual(['changed 1']);
  });

  test('reveals records that were removed, inserted, or cut off its end', async () => {
    const { id } = await last();
    expect(await foundAfter('delete from audit_log where id = 2')).toEqual(['missing 2']);
    expect(await foundAfter(`delete from audit_log where id = ${id}`)).toContain(`cut off ${id}`);
    const copy = `insert into audit_log select ${id + 1}, at, account_id, account_name, ip, call, input, changes,
      changes_digest, previous_mac, mac from audit_log where id = ${id}`;
    expect(await foundAfter(copy)).toContain(`changed ${id + 1}`);
    expect(await foundAfter(`insert into audit_change values (${id + 5}, 0, 'product', '1', null, null)`)).toEqual([
      `inserted ${id + 5}`,
    ]);
  });

  test('cannot be forged without the master key', async () => {
    const { problems } = await verifyAudit(database.db, new MasterKey(Buffer.alloc(32)));
    expect(problems[0]).toEqual({ id: 1, kind: 'changed' });
  });
});
