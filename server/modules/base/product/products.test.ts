import { product as products } from '@suyuan/contract/base/product/product.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { type ImportReport, importProgress, importStop } from '@suyuan/contract/thing/list.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { linesOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const names = async (query: object) =>
  (await server.data(products.page, query as never)).rows.map(({ product_name }) => product_name);
const reasons = (envelope: { data: unknown }) =>
  (envelope.data as { fields: { path: string; reason: string }[] }).fields.map(
    ({ path, reason }) => `${path} ${reason}`,
  );

describe('a product', () => {
  test('is added, found, changed and deleted', async () => {
    const { id } = await server.data(products.add, {
      product_code: ' A-1 ',
      product_name: '苹果酒',
      gtin: '6901234567892',
    });
    const { rows } = await server.data(products.page, { keyword: '果' });
    expect(rows).toMatchObject([
      { id, product_code: 'A-1', product_name: '苹果酒', gtin: '6901234567892', status: 'enabled' },
    ]);
    await server.data(products.update, {
      id,
      product_code: 'A-1',
      product_name: '梨酒',
      gtin: null,
      status: 'disabled',
    });
    expect((await server.data(products.page, { status: 'disabled' })).rows).toMatchObject([
      { product_name: '梨酒', gtin: null },
    ]);
    await server.data(products.remove, { id });
    expect((await server.call(products.remove, { id })).status).toBe(404);
    expect((await server.call(products.update, { id, product_code: 'A-1', product_name: 'x' })).status).toBe(404);
  });

  test('has a unique code, ignoring case, and a GTIN with a valid check digit', async () => {
    await server.data(products.add, { product_code: 'Dup', product_name: 'x' });
    const again = await server.call(products.add, { product_code: 'DUP', product_name: 'y' });
    expect([again.status, reasons(again.envelope)]).toEqual([400, ['product_code taken']]);
    for (const gtin of ['6901234567890', '123', '69012345678921', 'abcdefgh']) {
      const wrong = await server.call(products.add, { product_code: gtin, product_name: 'x', gtin });
      expect([wrong.status, reasons(wrong.envelope)]).toEqual([400, ['gtin gtin']]);
    }
  });

  test('with code orders is not deleted, and the refusal says why', async () => {
    const product = await server.data(products.add, { product_code: 'USED', product_name: 'x' });
    const rule = await server.data(codeRule.add, {
      rule_name: 'r',
      level: 1,
      prefix: '',
      alphabet: 'digits',
      body_length: 9,
      check: 'none',
      carrier: 'plain',
    });
    await server.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 1 });
    const { status, envelope } = await server.call(products.remove, { id: product.id }, { language: 'en' });
    expect([status, envelope.message]).toEqual([
      409,
      expect.stringMatching(/^Codes were ordered for this product, so it cannot be deleted; it can be disabled: \S+$/),
    ]);
  });
});

test('a GTIN belongs to one enabled product, in any notation', async () => {
  const gtin = '4012345678901';
  const one = { product_code: 'OWN-1', product_name: '甲', gtin };
  const two = { product_code: 'OWN-2', product_name: '乙' };
  await server.data(products.add, one);
  const refusedBy = async (call: ReturnType<typeof server.call>) => {
    const { status, envelope } = await call;
    return [status, reasons(envelope)];
  };
  const taken = [400, ['gtin gtin_of_product']];
  expect(await refusedBy(server.call(products.add, { ...two, gtin: `0${gtin}` }))).toEqual(taken);
  const { id } = await server.data(products.add, { ...two, gtin: `0${gtin}`, status: 'disabled' });
  expect(await refusedBy(server.call(products.update, { id, ...two, gtin, status: 'enabled' }))).toEqual(taken);
  const batch = { action: 'enable' as const, rows: [{ id }] };
  expect((await server.data(products.batch as NonNullable<typeof products.batch>, batch)).done).toBe(0);
  // Two at once, and two lines of one file.
  const twins = ['OWN-3', 'OWN-4'].map((product_code) =>
    server.call(products.add, { product_code, product_name: 'x', gtin: '4012345678918' }),
  );
  expect((await Promise.all(twins)).filter(({ status }) => status === 200)).toHaveLength(1);
  const lines = ['product_code,product_name,gtin', 'OWN-5,x,4012345678925', 'OWN-6,y,4012345678925'].join('\n');
  const body = new FormData();
  body.append('file', new Blob([lines]), 'products.csv');
  const file = await server.fetch(`${products.import.path}?mode=good`, {
    method: 'POST',
    headers: { token: server.admin },
    body,
  });
  expect(((await file.json()) as { data: object }).data).toMatchObject({ written: 1, refused: [{ line: 3 }] });
});

test('a GTIN printed in ordered Digital Links cannot change; other fields can', async () => {
  const gtin = '6901234567892';
  const link = { product_code: 'LINK', product_name: 'x', gtin };
  const { id } = await server.data(products.add, link);
  await server.data(products.update, { id, ...link, gtin: '4006381333931' });
  await server.data(products.update, { id, ...link });
  const rule = await server.data(codeRule.add, {
    rule_name: 'link',
    level: 1,
    prefix: 'K',
    alphabet: 'base32',
    body_length: 10,
    check: 'none',
    carrier: 'digital-link',
  });
  const order = await server.data(orderAdd, { rule_id: rule.id, product_id: id, quantity: 1 });
  for (const other of [null, '4006381333931']) {
    const { status, envelope } = await server.call(products.update, { id, ...link, gtin: other });
    expect([status, reasons(envelope)]).toEqual([400, ['gtin gtin_printed']]);
  }
  await server.data(products.update, { id, ...link, product_name: 'y', status: 'disabled' });
  const file = await server.fetch(`${orderDownload.path}?id=${order.id}&format=csv&purpose=test&reprint=test`, {
    headers: { token: server.admin },
  });
  expect(await file.text()).toBe(`code,content\n${order.first},${server.url}/01/0${gtin}/21/${order.first}\n`);
});

describe('the list', () => {
  test('sorts and pages without losing or repeating a row', async () => {
    const own = Array.from({ length: 25 }, (_, index) => `page-${String(index).padStart(2, '0')}`);
    for (const product_code of own) await server.data(products.add, { product_code, product_name: product_code });
    const page = (number: number) => names({ keyword: 'page-', sort: 'product_code', size: 10, page: number });
    expect([...(await page(1)), ...(await page(2)), ...(await page(3))]).toEqual(own);
    expect(await names({ keyword: 'page-', sort: '-product_code', size: 1 })).toEqual(['page-24']);
    expect((await server.data(products.page, { keyword: 'page-', size: 10 })).total).toBe(25);
    expect(await page(4)).toEqual([]);
  });
});

describe('the export', () => {
  const file = async (format: string, language: string) => {
    const query = new URLSearchParams({ format, keyword: 'exp-', columns: 'product_name,status,product_code' });
    const response = await server.fetch(`${products.export.path}?${query}`, {
      headers: { token: server.admin, 'accept-language': language },
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  beforeAll(async () => {
    await server.data(products.add, { product_code: 'exp-1', product_name: '=1+1' });
    await server.data(products.add, { product_code: 'exp-2', product_name: 'a "quoted", name', status: 'disabled' });
  });

  test('as CSV has the requested columns with translated titles and values, and no formulas', async () => {
    const rows = linesOf(await file('csv', 'zh'));
    expect(rows).toEqual([
      ['产品名称', '状态', '产品编码'],
      ['a "quoted", name', '停用', 'exp-2'],
      ["'=1+1", '启用', 'exp-1'],
    ]);
  });

  test('gives times in the time zone of the enterprise', async () => {
    await server.sql`update product set created_at = '2026-01-31T20:30:00Z' where product_code = 'exp-1'`;
    const response = await server.fetch(`${products.export.path}?format=csv&keyword=exp-1&columns=created_at`, {
      headers: { token: server.admin },
    });
    expect(linesOf(await response.text())).toEqual([['Created'], ['2026-02-01 04:30:00']]);
  });

  test('with an unknown column is refused', async () => {
    const { status, envelope } = await server.call(products.export, {
      format: 'csv',
      columns: 'product_code,password',
    });
    expect([status, reasons(envelope)]).toEqual([400, ['columns not_a_choice']]);
  });

  test('releases its database connection when the caller disconnects', async () => {
    await server.sql`
      insert into product (product_code, product_name, search_text)
      select 'many-' || n, repeat('名', 100), 'many-' || n from generate_series(1, 50000) n`;
    // More than there are connections.
    for (const format of ['csv', 'xlsx', 'csv', 'xlsx', 'csv', 'xlsx', 'csv', 'xlsx', 'csv', 'xlsx']) {
      const stop = new AbortController();
      const leaving = server.fetch(`${products.export.path}?format=${format}`, {
        headers: { token: server.admin },
        signal: stop.signal,
      });
      // Meanwhile it has begun.
      await server.data(products.page, {});
      stop.abort();
      await expect(leaving).rejects.toThrow();
    }
    expect((await server.data(products.page, { keyword: 'many-' })).total).toBe(50_000);
    await server.sql`delete from product where product_code like 'many-%'`;
  });

  test('as XLSX round-trips', async () => {
    const { sheets } = await readXlsx(await file('xlsx', 'en'));
    expect(sheets[0]?.rows).toEqual([
      ['Product name', 'Status', 'Product code'],
      ['a "quoted", name', 'Disabled', 'exp-2'],
      ['=1+1', 'Enabled', 'exp-1'],
    ]);
  });
});

describe('the import', () => {
  const bring = async (content: string | Uint8Array, mode: string, language = 'en') => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(content)]), 'products.csv');
    const response = await server.fetch(`${products.import.path}?mode=${mode}`, {
      method: 'POST',
      headers: { token: server.admin, 'accept-language': language },
      body: form,
    });
    return { status: response.status, envelope: (await response.json()) as { message: string; data: ImportReport } };
  };
  const lines = [
    '产品编码,产品名称,GTIN,状态,备注',
    'imp-1,一,6901234567892,启用,x',
    'imp-2,二,6901234567890,停用,',
    ',三,,,',
    'IMP-1,四,,,',
  ].join('\n');

  test('checks every line, reports each error, and writes nothing in a dry run', async () => {
    const { envelope } = await bring(lines, 'dry');
    expect(envelope.data).toMatchObject({ total: 4, good: 1, written: 0, ignored_columns: ['备注'] });
    expect(envelope.data.refused.map(({ line, problems }) => [line, problems[0]?.path, problems[0]?.reason])).toEqual([
      [3, 'gtin', 'gtin'],
      [4, 'product_code', 'required'],
      [5, 'product_code', 'repeats_line'],
    ]);
    expect(await names({ product_code: 'imp-' })).toEqual([]);
  });

  test('writes all or nothing, or only the valid lines, as requested', async () => {
    expect((await bring(lines, 'all')).envelope.data.written).toBe(0);
    expect(await names({ product_code: 'imp-' })).toEqual([]);
    expect((await bring(lines, 'good')).envelope.data.written).toBe(1);
    expect(await names({ product_code: 'imp-' })).toEqual(['一']);
  });

  test('reads titles in any language, and the encoding of Chinese Excel', async () => {
    const gb18030 = Buffer.concat([Buffer.from('Product code,Nombre del producto\ngb-1,'), Buffer.from([0xbe, 0xc6])]);
    expect((await bring(gb18030, 'all')).envelope.data.written).toBe(1);
    expect(await names({ product_code: 'gb-1' })).toEqual(['酒']);
  });

  test('finds the wrong lines among many valid ones, without losing any', async () => {
    const wrong = new Set([7, 99, 100, 101, 250, 399]);
    const rows = Array.from({ length: 400 }, (_, n) => `many-${wrong.has(n) ? 'same' : n},n${n}`);
    const file = `product_code,product_name\n${rows.join('\n')}`;
    const { data } = (await bring(file, 'good')).envelope;
    // The first of the same code is right, the others repeat it.
    expect(data).toMatchObject({ total: 400, good: 395, written: 395 });
    expect(data.refused.map(({ line }) => line)).toEqual([101, 102, 103, 252, 401]);
    expect((await server.data(products.page, { keyword: 'many-' })).total).toBe(395);
  });

  test('refuses what is not a table, lacks columns or has too many lines', async () => {
    const broken = await bring(Buffer.from('PK\x03\x04 this is no workbook', 'latin1'), 'dry');
    expect([broken.status, reasons(broken.envelope)]).toEqual([400, ['file unreadable_table']]);
    const foreign = await bring('a,b\n1,2', 'dry');
    expect(reasons(foreign.envelope)).toEqual(['product_code missing_column', 'product_name missing_column']);
    const long = await bring(`product_code,product_name\n${'x,y\n'.repeat(50_001)}`, 'dry');
    expect([long.status, long.envelope.message]).toEqual([413, 'A file has at most 50000 lines: split it']);
    expect((await bring('', 'dry')).status).toBe(400);
    expect(reasons((await bring('a,'.repeat(1000), 'dry')).envelope)).toEqual(['file too_many_columns']);
    expect(reasons((await bring(`product_code,product_name\n${'a,'.repeat(1000)}`, 'dry')).envelope)).toEqual([
      'file too_many_columns',
    ]);
    expect(reasons((await bring('a,'.repeat(5_000_000), 'dry')).envelope)).toEqual(['file line_too_long']);
    const unclosed = await bring('product_code,product_name\n1,"x\n2,y', 'dry', 'zh');
    expect(unclosed.envelope.message).toContain('第 2 行的引号未闭合');
    expect((await bring(`product_code,product_name${'\n'.repeat(5_000_000)}`, 'dry')).status).toBe(413);
  });

  test('does not expand a workbook a thousand times larger than its file', async () => {
    const response = await server.fetch(`${products.export.path}?format=xlsx&keyword=exp-`, {
      headers: { token: server.admin },
    });
    const workbook = Buffer.from(await response.arrayBuffer());
    expect((await bring(workbook, 'dry')).envelope.data.total).toBe(2);
    // What the file says of the size of its first entry.
    workbook.writeUInt32LE(1_000_000_000, workbook.indexOf('PK\x01\x02') + 24);
    expect((await bring(workbook, 'dry')).status).toBe(413);
  });
});

describe('a long file', () => {
  const send = async (lines: number, mode: string) => {
    const rows = Array.from({ length: lines }, (_, n) => `long-${n},n${n}`);
    const form = new FormData();
    form.append('file', new Blob([`product_code,product_name\n${rows.join('\n')}\nLONG-0,again`]), 'long.csv');
    const response = await server.fetch(`${products.import.path}?mode=${mode}`, {
      method: 'POST',
      headers: { token: server.admin },
      body: form,
    });
    return ((await response.json()) as { data: ImportReport }).data;
  };
  const finished = async (job: string) =>
    vi.waitFor(
      async () => {
        const progress = await server.data(importProgress, { job });
        expect(progress.state).toBe('done');
        return progress;
      },
      { timeout: 60_000, interval: 100 },
    );

  test('is answered at once, and processed after the answer', { timeout: 120_000 }, async () => {
    const [dry, good] = [await send(2500, 'dry'), await send(2500, 'good')];
    expect(dry).toMatchObject({ total: 2501, written: 0 });
    expect((await finished(dry.job as string)).report).toMatchObject({
      good: 2500,
      written: 0,
      refused: [{ line: 2502 }],
    });
    const { done, total, report } = await finished(good.job as string);
    expect([done, total, report?.written]).toEqual([2501, 2501, 2500]);
    expect((await server.data(products.page, { keyword: 'long-' })).total).toBe(2500);
    const [exported] = await server.sql<{ rows: number; digest: string; again: string }[]>`
      select count(*) as rows, min(l.changes_digest) as digest, encode(sha256(convert_to(string_agg(
        jsonb_build_array(position, thing, thing_id, before, after)::text, chr(10) order by position), 'UTF8')), 'hex')
        as again
      from audit_change c join audit_log l on l.id = c.audit_id
      where c.audit_id = (select max(id) from audit_log) and after ->> 'product_code' like 'long-%'`;
    expect([exported?.rows, exported?.digest]).toEqual([2500, exported?.again]);
    const other = await server.as(['productlist:import']);
    expect((await server.call(importProgress, { job: good.job }, { token: other })).status).toBe(404);
  });

  test('that is broken reports why, only to its sender', async () => {
    const job = '00000000-0000-4000-8000-000000000000';
    const failure = { status: 500, code: 50000, reason: { reason: 'job_broken' }, fields: [] };
    await server.sql`
      insert into job (id, kind, menu_key, state, account_id, ip, language, input, failure)
      select ${job}, 'list-import', 'productlist', 'broken', id, '', 'en', '{}', ${server.sql.json(failure)}
      from account where account_name = 'admin'`;
    expect(await server.data(importProgress, { job }, { language: 'en' })).toMatchObject({
      state: 'broken',
      report: null,
      problem: expect.stringContaining('broke off'),
    });
    const other = await server.as(['productlist:import']);
    expect((await server.call(importStop, { job }, { token: other })).status).toBe(404);
    expect((await server.call(importProgress, { job: '-'.repeat(36) })).status).toBe(400);
  });

  test('is imported with the permissions its sender has when it starts', async () => {
    const token = await server.as([], { name: 'had-the-right' });
    const job = '00000000-0000-4000-8000-000000000001';
    const input = { call: products.import.path, mode: 'good', existing: 'refuse' };
    await server.sql`
      insert into job (id, kind, menu_key, account_id, ip, language, input)
      select ${job}, 'list-import', 'productlist', id, '', 'en', ${server.sql.json(input)}
      from account where account_name = 'had-the-right'`;
    await server.sql`insert into pgboss.job (name, data) values ('list-import', ${server.sql.json({ job })})`;
    const progress = () => server.data(importProgress, { job }, { token, language: 'en' });
    await expect.poll(async () => (await progress()).state, { timeout: 60_000 }).toBe('broken');
    expect((await progress()).problem).toContain('permission');
  });

  test('is stopped by its sender, without partial writes if it is all or nothing', async () => {
    const { job } = await send(20_000, 'all');
    await server.data(importStop, { job: job as string });
    await expect
      .poll(async () => (await server.data(importProgress, { job: job as string })).state, { timeout: 30_000 })
      .toBe('stopped');
    expect((await server.data(products.page, { keyword: 'long-19999' })).total).toBe(0);
  });
});
