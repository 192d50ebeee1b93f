import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import {
  type CodeImport,
  codeImport,
  codeImportStop,
  importDiscard,
  importList,
  importProblems,
  importTake,
} from '@suyuan/contract/tagging/code-import.ts';
import { codeOrder, orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { rulePreview } from '@suyuan/contract/tagging/rule-preview.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handingOut } from '#test/goods/codes-of-order.ts';
import { imported } from '#test/goods/imported.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let product: number;
let issued: string;

beforeAll(async () => {
  server = await testServer();
  const rule = await server.data(codeRule.add, {
    rule_name: 'Own',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'url',
  });
  issued = (await server.data(orderAdd, { rule_id: rule.id, quantity: 1 })).first;
  product = (await server.data(products.add, { product_code: 'P', product_name: '云泉' })).id;
});
afterAll(() => server.stop());

function send(content: string | Buffer, name = 'codes.txt'): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([content as string]), name);
  return server.fetch(codeImport.path, {
    method: 'POST',
    headers: { token: server.admin, 'accept-language': 'en' },
    body: form,
  });
}
/** The answer, with what came of the file in the end. */
async function upload(content: string | Buffer, name?: string) {
  const response = await send(content, name);
  const answer = (await response.json()) as { status_code: number; message: string; data: CodeImport };
  return answer.status_code === 200 ? { ...answer, data: await imported(server, answer.data.id) } : answer;
}
const stateOf = async (code: string) => (await server.data(codesQuery, { codes: [code] }))[0];

test('imported codes are read, accepted, and then recognised and scanned as printed', async () => {
  const { data } = await upload(
    'code,box\r\nAB-1001/x,1\r\n"https://old.example/q?c=1002",1\r\nZZ 1003,2\r\n',
    'old.csv',
  );
  expect(data).toMatchObject({ file_name: 'old.csv', state: 'read', read_lines: 3, accepted: 3, known: 0, refused: 0 });
  expect((await stateOf('AB-1001/x'))?.state).toBe('unknown');
  const order = await server.data(importTake, { id: data.id, product_id: product, purpose: '旧码' });
  expect(await stateOf('https://old.example/q?c=1002')).toMatchObject({
    state: 'bound',
    order_id: order.id,
    product_name: '云泉',
    code: 'https://old.example/q?c=1002',
  });
  expect((await server.data(scan, { code: ' AB-1001/x ' })).verdict).toBe('genuine');
  expect((await server.data(scan, { code: 'AB-1001/x' })).verdict).toBe('repeated');
  expect((await server.data(scan, { code: 'AB-1001/y' })).verdict).toBe('unknown');
  const { rows } = await server.data(codeOrder.page, { keyword: '旧码' });
  expect(rows[0]).toMatchObject({ imported: true, quantity: 3, first_code: 'AB-1001/x', last_code: 'ZZ 1003' });
  expect((await server.data(codesQuery, { order_id: order.id, from: 2, to: 3 })).map(({ code }) => code)).toEqual([
    'https://old.example/q?c=1002',
    'ZZ 1003',
  ]);
  expect((await server.call(orderDownloadTicket, { id: order.id, format: 'txt', ...handingOut })).status).toBe(409);
});

test('repeated, known and unusable lines are counted and reported by line', async () => {
  const { data } = await upload(`DUP00001\nDUP00002\n\nDUP00001\n${issued}\nAB-1001/x\nabc\nDUP00003\u0007\n`);
  expect(data).toMatchObject({ read_lines: 7, accepted: 2, repeated: 1, known: 2, refused: 2 });
  const problems = await server.data(importProblems, { id: data.id }, { language: 'en' });
  expect(problems).toEqual([
    { line: 4, content: 'DUP00001', message: 'stands in the file more than once' },
    { line: 5, content: issued, message: 'was issued by this system' },
    { line: 6, content: 'AB-1001/x', message: 'was imported before' },
    { line: 7, content: 'abc', message: 'a code has 6 to 256 characters' },
    { line: 8, content: 'DUP00003\u0007', message: 'has characters that cannot be printed' },
  ]);
});

describe('a code belongs to one rule', () => {
  const rule = { level: 1, alphabet: 'digits', check: 'none', carrier: 'url' } as const;
  const refused = async (call: typeof codeRule.add | typeof rulePreview, input: object) =>
    JSON.stringify((await server.call(call, input, { language: 'en' })).envelope);

  test('so a rule that could issue imported codes is refused, until the import is discarded', async () => {
    const { data } = await upload('https://old.example/q?c=77123456789012345\n77223456789012345');
    const format = { ...rule, rule_name: 'Late', prefix: '77', body_length: 15 };
    expect(await refused(rulePreview, format)).toContain('imported ones');
    expect(await refused(codeRule.add, format)).toContain('imported ones');
    expect(
      await refused(codeRule.add, { ...format, rule_name: 'Hex', prefix: '', alphabet: 'hex', body_length: 17 }),
    ).toContain('imported ones');
    await server.data(codeRule.add, { ...format, rule_name: 'Beside', prefix: '78' });
    await server.data(importDiscard, { id: data.id });
    await server.data(codeRule.add, format);
  });

  test('so a text that a rule may issue is not imported', async () => {
    await server.data(codeRule.add, { ...rule, rule_name: 'Small', prefix: '55', body_length: 6 });
    const { data } = await upload('55000001\n56000001\n');
    expect(data).toMatchObject({ accepted: 1, known: 0, refused: 1 });
    const [problem] = await server.data(importProblems, { id: data.id }, { language: 'en' });
    expect(problem).toMatchObject({ content: '55000001', message: 'could be issued by a rule of this system' });
  });

  test('so no rule is created while a file is read', async () => {
    const { data } = await upload('MEAN-0001\n');
    await server.sql`update code_import set state = 'reading', updated_at = now() where id = ${data.id}`;
    expect(
      (await server.call(codeRule.add, { ...rule, rule_name: 'Meanwhile', prefix: '99', body_length: 9 })).status,
    ).toBe(409);
    await server.sql`update code_import set state = 'read' where id = ${data.id}`;
    await server.data(codeRule.add, { ...rule, rule_name: 'Meanwhile', prefix: '99', body_length: 9 });
  });
});

test('codes changed by a spreadsheet are refused, a title is skipped, and formats are shown before acceptance', async () => {
  const artefacts = ['########', '1.23457E+15', '#VALUE!', '=A1+B1', "'HDQ0009", '169008805821952000'];
  const { data } = await upload(['Serial Number', 'HDQ0001', 'HDQ0002', '9000000000000011', ...artefacts].join('\n'));
  expect(data).toMatchObject({ accepted: 3, refused: artefacts.length });
  expect(data.forms).toEqual([
    { kind: 'alphanumeric', length: 7, count: 2 },
    { kind: 'digits', length: 16, count: 1 },
  ]);
  await server.data(importDiscard, { id: data.id });
});

test('discarded codes can be imported again', async () => {
  const first = await upload('AGAIN-0001\nAGAIN-0002\n');
  await server.data(importDiscard, { id: first.data.id });
  expect((await server.call(importTake, { id: first.data.id })).status).toBe(409);
  const again = await upload('AGAIN-0001\nAGAIN-0002\n');
  expect(again.data).toMatchObject({ accepted: 2, known: 0 });
  const [latest, before] = await server.data(importList, {});
  expect([latest?.state, before?.state]).toEqual(['read', 'discarded']);
});

test('imported pre-codes are bound and closed by range like others', async () => {
  const { data } = await upload(Array.from({ length: 100 }, (_, n) => `PRE-${1000 + n}`).join('\n'));
  const { id } = await server.data(importTake, { id: data.id });
  await server.data(codesBind, { order_id: id, first_code: 'PRE-1010', last_code: 'PRE-1019', product_id: product });
  await server.data(codesClose, { codes: ['PRE-1015'], reason: 'x' });
  const facts = await server.data(codesQuery, { order_id: id, from: 10, to: 17 });
  expect(facts.map(({ state }) => state)).toEqual(['issued', ...Array(5).fill('bound'), 'void', 'bound']);
});

test('three hundred thousand compressed lines are read in bounded memory', async () => {
  const lines = Array.from({ length: 300_000 }, (_, n) => `BULK-${(n * 7919) % 299_999}-a`);
  const { data } = await upload(gzipSync(lines.join('\n')), 'bulk.txt.gz');
  expect(data).toMatchObject({ state: 'read', read_lines: 300_000, accepted: 299_999, repeated: 1 });
}, 60_000);

test('a stopped file is discarded, and can be imported again', async () => {
  // Nothing is read while another file is.
  const { data: other } = await upload('OTHER-0001\n');
  await server.sql`update code_import set state = 'reading' where id = ${other.id}`;
  const waiting = send('STOP-0001\nSTOP-0002\n');
  await expect.poll(async () => (await server.data(importList, {}))[0]?.state).toBe('waiting');
  const id = (await server.data(importList, {}))[0]?.id as number;
  await server.data(codeImportStop, { id });
  expect(((await (await waiting).json()) as { data: CodeImport }).data.state).toBe('discarded');
  expect((await server.call(codeImportStop, { id })).status).toBe(409);
  await server.sql`update code_import set state = 'read' where id = ${other.id}`;
  expect((await upload('STOP-0001\nSTOP-0002\n')).data).toMatchObject({ accepted: 2, known: 0 });
});

test('a second file is queued, and read after the first', async () => {
  const { data } = await upload('TURN-0001\n');
  await server.sql`update code_import set state = 'reading' where id = ${data.id}`;
  const second = upload('TURN-0002\n');
  await expect.poll(async () => (await server.data(importList, {}))[0]?.state).toBe('waiting');
  await server.sql`update code_import set state = 'read' where id = ${data.id}`;
  expect((await second).data).toMatchObject({ state: 'read', accepted: 1 });
});

test('the uploaded file and the refused lines are kept with the job', async () => {
  const { data } = await upload('KEPT-0001\nabc\nKEPT-0001\n', 'kept.txt');
  const rows = await server.sql<{ source_name: string; file: string; bytes: Buffer }[]>`
    select j.source_name, p.file, p.bytes
    from code_import i join job j on j.id = i.job_id join job_file_piece p on p.job_id = j.id
    where i.id = ${data.id} order by p.file`;
  const content = (file: string, bytes: Buffer) => `${file === 'original' ? zstdDecompressSync(bytes) : bytes}`;
  expect(rows.map(({ file, bytes }) => [file, content(file, bytes)])).toEqual([
    ['original', 'KEPT-0001\nabc\nKEPT-0001\n'],
    [
      'refusals',
      '{"line":2,"content":"abc","reason":"code_length"}\n{"line":3,"content":"KEPT-0001","reason":"code_repeated"}\n',
    ],
  ]);
  expect(rows[0]?.source_name).toBe('kept.txt');
});

test('an invalid file is refused with a message, and the next one is read', async () => {
  expect(await upload('')).toMatchObject({ status_code: 400 });
  expect(await upload('x'.repeat(200_000))).toMatchObject({ status_code: 400 });
  expect(await upload(Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('no gzip')]))).toMatchObject({
    status_code: 400,
  });
  const bare = await server.fetch(codeImport.path, { method: 'POST', headers: { token: server.admin } });
  expect(bare.status).toBe(400);
  expect((await upload('FINE-0001')).data).toMatchObject({ accepted: 1, state: 'read' });
});
