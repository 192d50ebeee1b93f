import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import {
  goodsFileEvents,
  goodsFilePreview,
  handheldData,
  handheldUpload,
  handheldUploads,
  sameAtDesk,
  waybillUpload,
} from '@suyuan/contract/physical/goods-file.ts';
import { refund, refundDetail } from '@suyuan/contract/physical/refund.ts';
import { load, ship, sign, waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { eventHistory } from '@suyuan/contract/plant/packing/packing.ts';
import { task, taskDetail, taskRefusals } from '@suyuan/contract/plant/task.ts';
import { expect, test } from 'vitest';
import { languages, text } from '#platform/language.ts';
import { goodsServer } from '#test/goods/goods-server.ts';
import { unpackedZip } from '#test/harness/archive.ts';

const { server, goods, from, dealerId } = await goodsServer();

async function sent(path: string, text: string, token = server.admin) {
  const form = new FormData();
  form.append('file', new Blob([text]), 'handheld.csv');
  const response = await server.fetch(path, { method: 'POST', headers: { token }, body: form });
  return { status: response.status, envelope: (await response.json()) as { data: unknown } };
}

/** Sends a file, and answers how its job ended. */
async function brought(path: string, text: string, token = server.admin) {
  const { status, envelope } = await sent(path, text, token);
  expect(status).toBe(200);
  const data = envelope.data as { job: string };
  const request = () => server.data(taskDetail, data, { token });
  await expect.poll(async () => (await request()).state, { timeout: 30_000 }).not.toMatch(/waiting|running/);
  return request();
}
const handheld = (eventType: string, text: string, token?: string) =>
  brought(`${handheldUpload.path}?act=${eventType}`, text, token);

async function refusalsOf(job: string): Promise<string[]> {
  const headers = { token: server.admin, 'accept-language': 'en' };
  const text = await (await server.fetch(`${taskRefusals.path}?job=${job}`, { headers })).text();
  return text.replace('\uFEFF', '').trimEnd().split('\r\n').slice(1);
}

/** How many events were recorded. */
async function events(): Promise<number> {
  const [row] = await server.sql<{ count: number }[]>`select count(*)::int as count from trace_event`;
  return row?.count ?? 0;
}

/** Cases in the warehouse, and a sale of as many units. */
async function cases(count: number, quantity = count * 3) {
  const made = await goods.made(from);
  const packed = await goods.cases(made, count);
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity }]);
  const { waybill_no } = await server.data(waybillDetail, { id });
  return { made, id, waybill_no, codes: packed.map(({ code }) => code), bottles: packed.flatMap((one) => one.bottles) };
}

test('a file of a handheld loads waybills line by line, and refused lines are returned with number and reason', async () => {
  const [one, other] = [await cases(2), await cases(1)];
  const job = await handheld(
    'load',
    [
      'waybill_no,code',
      `${one.waybill_no},${one.codes[0]}`,
      `${other.waybill_no},${other.codes[0]}`,
      `${one.waybill_no},${one.codes[1]}`,
      `${one.waybill_no},${one.codes[0]}`,
      `${one.waybill_no},nothing`,
      `WB-none,${one.codes[0]}`,
      `${other.waybill_no},`,
    ].join('\n'),
  );
  expect(job).toMatchObject({ state: 'done', source: 'handheld.csv', rows: 7, done: 7, accepted: 3, refused: 4 });
  expect(await refusalsOf(job.id)).toEqual([
    expect.stringMatching(new RegExp(`^${one.waybill_no},${one.codes[0]},5,.*twice`)),
    expect.stringMatching(new RegExp(`^${one.waybill_no},nothing,6,nothing,`)),
    expect.stringMatching(/^WB-none,.*,7,.*WB-none/),
    expect.stringMatching(new RegExp(`^${other.waybill_no},,8,`)),
  ]);
  expect(await server.data(waybillDetail, { id: one.id })).toMatchObject({ status: 'loading', loaded: 6 });
  expect(await server.data(waybillDetail, { id: other.id })).toMatchObject({ loaded: 3 });
  const { rows } = await server.data(task.page, { screen: 'xiazai' });
  expect(rows[0]).toMatchObject({ id: job.id, kind: 'goods-file' });
});

test('the history of uploads is searched, filtered by period and exported, by person', async () => {
  const { waybill_no, codes } = await cases(1);
  const job = await handheld('load', `${waybill_no},${codes[0]}`);
  const own = { id: job.id, source: 'handheld.csv', act: 'load', state: 'done', accepted: 1, refused: 0 };
  const uploads = async (input: InputOf<typeof handheldUploads.page>, token?: string) =>
    (await server.data(handheldUploads.page, input, { token })).rows.map(({ id }) => id);
  expect((await server.data(handheldUploads.page, { id: job.id })).rows).toMatchObject([own]);
  expect(await uploads({ keyword: 'HANDHELD', act: 'load', state: 'done' })).toContain(job.id);
  expect(await uploads({ keyword: 'nothing' })).toEqual([]);
  expect(await uploads({ act: 'return', id: job.id })).toEqual([]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(await uploads({ from: tomorrow })).toEqual([]);
  expect(await uploads({ to: tomorrow, size: 1 })).toHaveLength(1);
  const another = await server.as(['xiazai', 'xiazai:upload', 'xiazai:export']);
  expect(await uploads({}, another)).toEqual([]);
  const file = await server.fetch(`${handheldUploads.export.path}?format=csv&ids=${job.id}`, {
    headers: { token: server.admin, 'accept-language': 'en' },
  });
  expect([file.status, (await file.text()).trim().split('\n')]).toEqual([
    200,
    [expect.stringContaining('Name of the file'), expect.stringContaining('handheld.csv')],
  ]);
});

test('a file is applied once: sent again, it loads nothing twice and reports that', async () => {
  const { id, waybill_no, codes } = await cases(2);
  const file = codes.map((code) => `${waybill_no};${code}`).join('\n');
  expect(await handheld('load', file)).toMatchObject({ accepted: 2, refused: 0 });
  const once = await events();
  expect(await handheld('load', file)).toMatchObject({ accepted: 2, refused: 0, known: 2 });
  expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 6 });
  expect(await events()).toBe(once);
  const elsewhere = await cases(1);
  const again = await handheld('load', `${elsewhere.waybill_no};${codes[0]}`);
  expect(again).toMatchObject({ accepted: 0, refused: 1 });
  expect((await refusalsOf(again.id))[0]).toContain(waybill_no);
  expect(await handheld('unload', file)).toMatchObject({ accepted: 2, refused: 0 });
  expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 0 });
  expect(await handheld('unload', file)).toMatchObject({ accepted: 2, refused: 0, known: 2 });
  // What came off and is loaded again is loaded once more.
  expect(await handheld('load', file)).toMatchObject({ accepted: 2, refused: 0, known: 0 });
  expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 6 });
});

test('lines are known after the waybill has left and arrived; those that it never had are refused', async () => {
  const { id, waybill_no, codes } = await cases(2);
  await server.data(load, { id, codes });
  await server.data(ship, { id });
  const [{ codes: others }, once] = [await cases(1), await events()];
  const file = [...codes, ...others].map((code) => `${waybill_no},${code}`).join('\n');
  expect(await handheld('load', file)).toMatchObject({ accepted: 2, refused: 1, known: 2 });
  expect(await events()).toBe(once);
  await server.data(sign, { id, received: 'all' });
  expect(await handheld('load', file)).toMatchObject({ accepted: 2, refused: 1, known: 2 });
  expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 6, received: 6 });
});

test('a document whose number a spreadsheet has changed is refused as what it was made', async () => {
  const { codes } = await cases(1);
  const { id } = await handheld('load', ['1.23E+17', '=A1', '########'].map((no) => `${no},${codes[0]}`).join('\n'));
  expect(await refusalsOf(id)).toEqual([
    expect.stringContaining('number with an exponent'),
    expect.stringContaining('formula'),
    expect.stringContaining('narrow column'),
  ]);
});

test('bottles in a file are taken out of their cases and loaded, in one event each', async () => {
  const { waybill_no, bottles } = await cases(2);
  const file = bottles.map((code) => `${waybill_no},${code}`).join('\n');
  expect(await handheld('load', file)).toMatchObject({ accepted: 6, refused: 0 });
  const latest = await Promise.all(bottles.map((code) => server.data(eventHistory, { code, size: 2 })));
  expect(latest.map((events) => events.map(({ act: eventType }) => eventType))).toEqual(
    bottles.map(() => ['load', 'unpack']),
  );
  expect(new Set(latest.flat().map(({ id }) => id)).size).toBe(2);
});

test('a waybill is loaded by a file of codes alone; a reason overrides what can be overridden', async () => {
  const made = await goods.made(from);
  const [remainder] = await goods.cases(made, 1);
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 2 }]);
  const otherId = await other(made.productId);
  await server.data(load, { id: otherId, codes: [remainder?.bottles[0] as string] });
  const path = `${waybillUpload.path}?id=${id}`;
  const refused = await brought(path, `${remainder?.code}\n`);
  expect(refused).toMatchObject({ accepted: 0, refused: 1 });
  expect((await refusalsOf(refused.id))[0]).toContain((await server.data(waybillDetail, { id: otherId })).waybill_no);
  const reason = encodeURIComponent('the rest follows');
  expect(await brought(`${path}&override_reason=${reason}`, `code\n${remainder?.code}\n`)).toMatchObject({
    ...{ accepted: 1, refused: 0 },
  });
  expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 2 });

  async function other(product_id: number): Promise<number> {
    return goods.sale(from, dealerId, [{ product_id, quantity: 1 }]);
  }
});

test('a file receives what arrived, and the rest becomes an exception', async () => {
  const { id, waybill_no, codes } = await cases(2);
  await server.data(load, { id, codes });
  const early = await handheld('sign', `${waybill_no},${codes[0]}`);
  expect((await refusalsOf(early.id))[0]).toContain(waybill_no);
  await server.data(ship, { id });
  expect(await handheld('sign', `${waybill_no},${codes[0]}`)).toMatchObject({ state: 'done', accepted: 1, refused: 0 });
  expect(await server.data(waybillDetail, { id })).toMatchObject({ status: 'signed', received: 3 });
  const open = await server.data(productionData.page, { keyword: codes[1] as string, status: 'open' });
  expect(open.rows).toMatchObject([{ kind: 'shipment_difference' }]);
  // It comes a day later; whoever sends that file once more is told that it was so already.
  expect(await handheld('sign', `${waybill_no},${codes[1]}`)).toMatchObject({ state: 'done', accepted: 1, refused: 0 });
  expect(await server.data(waybillDetail, { id })).toMatchObject({ received: 6 });
  const { codes: others } = await cases(1);
  const once = await events();
  expect(await handheld('sign', `${waybill_no},${codes[1]}`)).toMatchObject({ accepted: 1, refused: 0, known: 1 });
  const again = await handheld('sign', [...codes, ...others].map((code) => `${waybill_no},${code}`).join('\n'));
  expect(again).toMatchObject({ accepted: 2, refused: 1, known: 2 });
  expect((await refusalsOf(again.id))[0]).toContain(others[0]);
  expect(await events()).toBe(once);
});

test('a file receives goods by their return', async () => {
  const { id, codes } = await cases(1);
  await server.data(load, { id, codes });
  await server.data(ship, { id });
  const request = { dealer_id: dealerId, warehouse_id: from, reason: 'too many', lines: [] };
  const { id: refundId, refund_no } = await server.data(refund.add, request);
  const job = await handheld('return', `code,return\n${codes[0]},${refund_no}\nnothing,${refund_no}\n`);
  expect(job).toMatchObject({ accepted: 1, refused: 1 });
  expect(await server.data(refundDetail, { id: refundId })).toMatchObject({ status: 'receiving', received: 3 });
});

test('a preview shows the first lines and the default columns', async () => {
  const { envelope } = await sent(goodsFilePreview.path, '箱码,运单号\n123,WB000001\n');
  expect(envelope.data).toEqual({
    rows: [
      { line: 1, cells: ['箱码', '运单号'] },
      { line: 2, cells: ['123', 'WB000001'] },
    ],
    columns: { document: 1, code: 0, titled: true },
  });
  const picture = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('latin1');
  expect((await sent(goodsFilePreview.path, picture)).status).toBe(400);
  expect((await sent(`${handheldUpload.path}?act=load&code=1`, 'a,b')).status).toBe(400);
});

test.each(languages)('the columns of the template are recognised in %s', async (language) => {
  for (const document of ['waybill', 'return']) {
    const titles = `${text(language, 'field.code')},${text(language, `xiazai.column.${document}`)}`;
    const { envelope } = await sent(goodsFilePreview.path, `${titles}\n1,2\n`);
    expect(envelope.data).toMatchObject({ columns: { document: 1, code: 0, titled: true } });
  }
});

test("another party's waybill is unknown, by number in a file and by id", async () => {
  const { id, waybill_no, codes } = await cases(1);
  const token = await server.as(['xiazai', 'xiazai:upload', 'freight', 'freight:load'], {
    dealer: await server.party('dealer'),
  });
  const job = await handheld('load', `${waybill_no},${codes[0]}`, token);
  expect(job).toMatchObject({ accepted: 0, refused: 1 });
  expect((await sent(`${waybillUpload.path}?id=${id}`, `${codes[0]}`, token)).status).toBe(404);
  expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 0 });
});

test('a file does nothing that its sender may not do at a desk', async () => {
  const files = ['xiazai', 'xiazai:upload', 'xiazai:download'] as const;
  const atDesks = [...new Set(Object.values(sameAtDesk).flatMap(({ access }) => access))] as Permission[];
  for (const eventType of goodsFileEvents) {
    const needed: readonly string[] = [sameAtDesk[eventType].access].flat();
    const without = await server.as([...files, ...atDesks.filter((one) => !needed.includes(one))]);
    const path = `${handheldUpload.path}?act=${eventType}`;
    expect([eventType, (await sent(path, 'WB-none,x', without)).status]).toEqual([eventType, 401]);
    const allowed = await server.as([...files, ...(needed as Permission[])]);
    expect([eventType, (await handheld(eventType, 'WB-none,x', allowed)).refused]).toEqual([eventType, 1]);
  }
  expect(handheldUpload.alsoNeeds.toSorted()).toEqual(atDesks.toSorted());
});

test('a handheld gets master data and open documents as files, and a dealer its own', async () => {
  const { waybill_no } = await cases(1);
  const files = await downloaded(server.admin);
  expect(Object.keys(files).sort()).toEqual([
    ...['about.csv', 'dealers.csv', 'on_hold.csv', 'products.csv', 'return_lines.csv', 'returns.csv', 'ship_to.csv'],
    ...['warehouses.csv', 'waybill_lines.csv', 'waybills.csv'],
  ]);
  expect(files['waybills.csv']).toMatch(new RegExp(`\r?\n${waybill_no},sale,draft,W1,`));
  expect(files['waybill_lines.csv']).toContain(`${waybill_no},`);
  const products = files['products.csv']?.trimEnd().split(/\r?\n/) ?? [];
  expect(files['about.csv']).toContain(`products.csv,${products.length - 1}`);
  const token = await server.as(['xiazai', 'xiazai:download'], { dealer: await server.party('dealer') });
  expect((await downloaded(token))['waybills.csv']).not.toContain(waybill_no);
  const without = await server.as(['xiazai']);
  expect((await server.fetch(handheldData.path, { headers: { token: without } })).status).toBe(401);
});

test('a handheld gets no amounts of what is under way to a warehouse that counts blind', async () => {
  const to = await goods.warehouse();
  await server.data(warehouse.update, { id: to, blind_count: true });
  const { made, codes } = await cases(1);
  const lines = [{ product_id: made.productId, quantity: 3 }];
  const ends = { from_warehouse_id: from, to_warehouse_id: to };
  const { id, waybill_no } = await server.data(waybill.add, { kind: 'transfer', ...ends, lines });
  await server.data(load, { id, codes });
  const loading = await downloaded(server.admin);
  expect(loading['waybill_lines.csv']).toContain(`${waybill_no},`);
  await server.data(ship, { id });
  const shipped = await downloaded(server.admin);
  expect(shipped['waybills.csv']).toMatch(new RegExp(`\n${waybill_no},transfer,shipped,.*,,,\r?\n`));
  expect(shipped['waybill_lines.csv']).not.toContain(`${waybill_no},`);
});

async function downloaded(token: string): Promise<Record<string, string>> {
  const response = await server.fetch(handheldData.path, { headers: { token } });
  expect(response.headers.get('content-type')).toBe('application/zip');
  return unpackedZip(Buffer.from(await response.arrayBuffer()));
}

test('a file of guessed codes ends before it reveals which exist', async () => {
  const { waybill_no, codes } = await cases(1);
  const token = await server.as(['xiazai', 'xiazai:upload', 'freight:load']);
  const guessed = Array.from({ length: 1001 }, (_, n) => `${waybill_no},guess-${n}`);
  const job = await handheld('load', [`${waybill_no},${codes[0]}`, ...guessed].join('\n'), token);
  expect(job).toMatchObject({ state: 'broken', accepted: 0, refused: 0 });
  expect(await refusalsOf(job.id)).toEqual([]);
});

test('an invalid file, or one without documents, is refused in the answer', async () => {
  const reasonOf = async (path: string, text: string) => {
    const { status, envelope } = await sent(path, text);
    const { fields } = envelope.data as { fields?: { reason: string }[] };
    return `${status} ${fields?.[0]?.reason}`;
  };
  const path = `${handheldUpload.path}?act=load`;
  const id = (await cases(1)).id;
  expect(await reasonOf(path, '')).toBe('400 empty_table');
  expect(await reasonOf(path, '\u0000\u0001\u0002,x\n')).toBe('400 unreadable_codes');
  expect(await reasonOf(path, '8412\n8413\n')).toBe('400 goods_one_column');
  expect(await reasonOf(`${waybillUpload.path}?id=${id}`, '')).toBe('400 empty_table');
});

test('a file that unloads reports what it did not put back into its package, like the desk', async () => {
  const made = await goods.made(from);
  const [first, second] = [await goods.pallet(made), await goods.pallet(made)];
  const [kept, alone] = [first, second].map(({ cases: [one] }) => one?.code) as [string, string];
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 12 }]);
  const { waybill_no } = await server.data(waybillDetail, { id });
  await server.data(load, { id, codes: [kept, alone] });
  await server.data(load, { id, codes: [second.code], override_reason: 'what is left of it' });
  const job = await handheld('unload', `waybill_no,code\n${waybill_no},${kept}\n${waybill_no},${alone}`);
  expect(job).toMatchObject({ accepted: 2, refused: 0, not_put_back: 1 });
  expect(await refusalsOf(job.id)).toEqual([
    expect.stringMatching(new RegExp(`^${waybill_no},${alone},3,${alone},.*${second.code}`)),
  ]);
});
