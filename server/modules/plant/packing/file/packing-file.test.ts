import { gzipSync } from 'node:zlib';
import { product } from '@suyuan/contract/base/product/product.ts';
import {
  workOrder,
  workOrderReconciliation,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { eventHistory } from '@suyuan/contract/plant/packing/packing.ts';
import {
  packingPreview,
  packingUpload,
  task,
  taskDetail,
  taskRefusals,
  taskResume,
  taskStop,
} from '@suyuan/contract/plant/task.ts';
import { codeImport, importTake } from '@suyuan/contract/tagging/code-import.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workbookOf } from '#platform/files/xlsx/test-workbook.ts';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { imported } from '#test/goods/imported.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { differences } from '#trace/figures/verify.ts';

let server: TestServer;
let productId: number;
let order: number;

beforeAll(async () => {
  server = await testServer();
  ({ id: productId } = await server.data(product.add, { product_code: 'W', product_name: 'Wine' }));
  order = await runningOrder();
});
afterAll(() => server.stop());

async function runningOrder(): Promise<number> {
  const { id } = await server.data(workOrder.add, { product_id: productId, quantity: 20_000 });
  await server.data(workOrderRelease, { id });
  await server.data(workOrderStart, { id });
  return id;
}

const rules = new Map<number, Promise<{ id: number }>>();
async function codesOf(level: 1 | 3 | 4, quantity: number): Promise<string[]> {
  const rule = rules.getOrInsertComputed(level, () =>
    server.data(codeRule.add, {
      rule_name: `L${level}`,
      level,
      prefix: `${level}`,
      alphabet: 'digits',
      body_length: 12,
      check: 'none',
      carrier: 'plain',
    }),
  );
  const { id } = await server.data(orderAdd, { rule_id: (await rule).id, quantity });
  return codesOfOrder(server, id);
}

async function sent(path: string, bytes: string | Buffer, token = server.admin) {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), 'packing.csv');
  return sentForm(path, form, token);
}

async function sentForm(path: string, form: FormData, token = server.admin) {
  const response = await server.fetch(path, { method: 'POST', headers: { token }, body: form });
  return { status: response.status, envelope: (await response.json()) as { data: unknown } };
}

/** Sends a file, and answers how its job ended. */
async function packed(bytes: string | Buffer, workOrderId = order, columns = '', token = server.admin) {
  const { status, envelope } = await sent(`${packingUpload.path}?work_order_id=${workOrderId}${columns}`, bytes, token);
  expect(status).toBe(200);
  const data = envelope.data as { job: string };
  await expect.poll(async () => (await server.data(taskDetail, data)).state).not.toMatch(/waiting|running/);
  return server.data(taskDetail, data);
}

async function refusalsOf(job: string): Promise<string[]> {
  const response = await server.fetch(`${taskRefusals.path}?job=${job}`, {
    headers: { token: server.admin, 'accept-language': 'en' },
  });
  return (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
}

test('a file packs units into cases and cases onto a pallet, in any order of lines', async () => {
  const [units, cases, [pallet]] = [await codesOf(1, 12), await codesOf(3, 3), await codesOf(4, 1)];
  const lines = [
    ...cases.map((one) => `${pallet},${one}`),
    ...units.map((unit, at) => `${cases[Math.floor(at / 4)]},${unit}`),
  ];
  const job = await packed(`parent,child\r\n${lines.join('\r\n')}\r\n`);
  expect(job).toMatchObject({ state: 'done', rows: 15, accepted: 15, refused: 0, source: 'packing.csv' });
  expect(await server.data(workOrderReconciliation, { id: order })).toMatchObject({
    bound: 12,
    packed: 12,
    packages: 4,
  });
  // The order's history tells the packages, though the events of a file name no code themselves.
  const [latest] = await server.data(eventHistory, { work_order_id: order, size: 1 });
  expect(latest).toMatchObject({ act: 'pack', code_count: 4 });
  expect(latest?.codes.toSorted()).toEqual([...cases, pallet].toSorted());
  expect(await differences(server.sql)).toEqual([]);
});

test('a JSON list is refused with the expected form of its objects', async () => {
  for (const list of [
    '[{"parent":"1","child":"2"},{"parent":"1","child":"3"}]',
    '[\n  {"parent":"1","child":"2"}\n]\n',
  ]) {
    for (const path of [`${packingUpload.path}?work_order_id=${order}`, packingPreview.path]) {
      const { status, envelope } = await sent(path, list);
      const message = expect.stringContaining('write an object on each line');
      expect([status, envelope.data]).toEqual([400, { fields: [{ path: 'file', reason: 'json_list', message }] }]);
    }
  }
});

test('a stopped file is resumed, by anyone who can stop it, and packs each code once', async () => {
  const [units, [box]] = [await codesOf(1, 6), await codesOf(3, 1)];
  const lines = units.map((unit) => `${box},${unit}\n`).join('');
  const stateOf = async (job: string) => (await server.data(taskDetail, { job })).state;
  // Nothing is packed while somebody else writes events.
  const job = await server.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('suyuan.capture'))`;
    const { envelope } = await sent(`${packingUpload.path}?work_order_id=${order}`, lines);
    const { job: begun } = envelope.data as { job: string };
    await expect.poll(() => stateOf(begun)).toBe('running');
    await server.data(taskStop, { job: begun });
    return begun;
  });
  await expect.poll(() => stateOf(job)).toBe('stopped');
  expect(await server.data(taskDetail, { job })).toMatchObject({ accepted: 0, resumable: true });
  await server.data(taskResume, { job });
  await expect.poll(() => stateOf(job)).toBe('done');
  expect(await server.data(taskDetail, { job })).toMatchObject({ accepted: 6, refused: 0, resumable: false });
  expect(await server.call(taskResume, { job }, { language: 'en' })).toMatchObject({
    status: 409,
    envelope: {
      message: 'This job was neither stopped nor broken off, or what it did was taken back: send its file anew',
    },
  });
});

test('columns can be reversed; gzip and Chinese spreadsheets work', async () => {
  const [units, [box]] = [await codesOf(1, 2), await codesOf(3, 1)];
  const text = Buffer.concat([
    Buffer.from('cfc2bcb6c2eb2cc9cfbcb6c2eb0a', 'hex'),
    Buffer.from(units.map((unit) => `"${unit}";${box}\n`).join('')),
  ]);
  expect(await packed(gzipSync(text))).toMatchObject({ state: 'done', accepted: 2, refused: 0 });
});

test('a file can be in UTF-16, as spreadsheets save Unicode text; an empty one is refused with a message', async () => {
  const [units, [box, other]] = [await codesOf(1, 4), await codesOf(3, 2)];
  const text = (parent: string | undefined, from: number) =>
    Buffer.from(
      `\uFEFF箱码\t瓶码\r\n${units
        .slice(from, from + 2)
        .map((unit) => `${parent}\t${unit}\r\n`)
        .join('')}`,
      'utf16le',
    );
  expect(await packed(text(box, 0))).toMatchObject({ state: 'done', accepted: 2, refused: 0 });
  expect(await packed(text(other, 2).swap16())).toMatchObject({ state: 'done', accepted: 2, refused: 0 });
  expect(await packed('')).toMatchObject({ state: 'broken', problem: expect.stringContaining('the file is empty') });
});

test('a line can be a JSON object, a row of a workbook, or have its codes in chosen columns', async () => {
  const [units, cases] = [await codesOf(1, 6), await codesOf(3, 3)];
  const of = (box: number) => units.slice(box * 2, box * 2 + 2).map((unit) => [cases[box], unit] as const);
  const objects = of(0).map(([box, code]) => JSON.stringify({ at: 7, case: box, code }));
  expect(await packed(`${objects.join('\n')}\n{"case": broken\n`)).toMatchObject({ rows: 3, accepted: 2, refused: 1 });
  const row = (...cells: readonly string[]) =>
    `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
  const workbook = workbookOf({
    sheets: [
      row('序号', '瓶码', '箱码') +
        of(1)
          .map(([box, unit], at) => row(`${at}`, unit, box as string))
          .join(''),
    ],
  });
  expect(await packed(workbook)).toMatchObject({ rows: 2, accepted: 2, refused: 0 });
  const chosen = `Hülle;x;Inhalt\n${of(2)
    .map(([box, unit]) => `${box};x;${unit}`)
    .join('\n')}`;
  expect(await packed(chosen, order, '&parent=0&child=2&titled=true')).toMatchObject({ rows: 2, accepted: 2 });
  expect(
    reasonsOf((await sent(`${packingUpload.path}?work_order_id=${order}&parent=1&child=1`, chosen)).envelope),
  ).toEqual(['child same_column']);
});

test('the work order is in the address or in the form, before or after the file', async () => {
  const lines = async () => {
    const [box, units] = [(await codesOf(3, 1))[0], await codesOf(1, 3)];
    return new Blob([units.map((unit) => `${box},${unit}`).join('\n')]);
  };
  for (const isFirst of [true, false]) {
    const form = new FormData();
    if (isFirst) form.append('work_order_id', `${order}`);
    form.append('file', await lines(), 'packing.csv');
    if (!isFirst) form.append('work_order_id', `${order}`);
    const { status, envelope } = await sentForm(packingUpload.path, form);
    expect(status).toBe(200);
    const { job } = envelope.data as { job: string };
    await expect.poll(async () => (await server.data(taskDetail, { job })).state).toBe('done');
    expect(await server.data(taskDetail, { job })).toMatchObject({ accepted: 3, refused: 0 });
  }
  const previewOf = async (fields: Record<string, string>, query = '') => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', await lines(), 'packing.csv');
    const { status, envelope } = await sentForm(packingUpload.path + query, form);
    return [status, ...reasonsOf(envelope)];
  };
  expect(await previewOf({})).toEqual([400, 'work_order_id required']);
  expect(await previewOf({ work_order_id: 'nine' })).toEqual([400, 'work_order_id type_integer']);
  expect(await previewOf({ colour: 'red' }, `?work_order_id=${order}`)).toEqual([400, 'colour unknown_field']);
});

test('a file without a column is refused, naming the column', async () => {
  const path = `${packingUpload.path}?work_order_id=${order}`;
  for (const [titles, missing] of [
    ['箱码,备注', 'child'],
    ['case,remark', 'child'],
    ['备注,瓶码', 'parent'],
  ]) {
    const { status, envelope } = await sent(path, `${titles}\n1,2\n`);
    expect([status, ...reasonsOf(envelope)]).toEqual([400, `${missing} packing_column`]);
  }
});

test('the first lines of a file are previewed with the default columns', async () => {
  const preview = async (bytes: string | Buffer) => (await sent(packingPreview.path, bytes)).envelope.data;
  expect(await preview('a,b,c\n1,2,3\n')).toEqual({
    rows: [
      { line: 1, cells: ['a', 'b', 'c'] },
      { line: 2, cells: ['1', '2', '3'] },
    ],
    columns: { parent: 0, child: 1, titled: false },
  });
  expect(await preview('no\tcode\tcase\n1\tU\tC\n')).toMatchObject({ columns: { parent: 2, child: 1, titled: true } });
  expect(await preview('{"unit":"U","container":"C"}')).toEqual({
    rows: [
      { line: 0, cells: ['unit', 'container'] },
      { line: 1, cells: ['U', 'C'] },
    ],
    columns: { parent: 1, child: 0, titled: true },
  });
  expect(await preview('')).toMatchObject({ rows: [] });
  const locked = await sent(packingPreview.path, Buffer.from('\xd0\xcf\x11\xe0 and so on', 'latin1'));
  expect([locked.status, reasonsOf(locked.envelope)]).toEqual([400, ['file locked_workbook']]);
});

test('a wrong line refuses only its package, each line with its reason', async () => {
  const [units, cases] = [await codesOf(1, 6), await codesOf(3, 3)];
  const [a, b, c] = cases as [string, string, string];
  const lines = [
    `${a},${units[0]}`,
    `${a},${units[1]}`,
    `${b},${units[2]}`,
    `${b},nonsense`,
    `${c},${units[0]}`,
    `${c},${units[3]}`,
    'alone',
  ];
  const job = await packed(`\uFEFF${lines.join('\n')}`);
  expect(job).toMatchObject({ rows: 7, accepted: 2, refused: 5 });
  const spoilt =
    '"Another line of this package is wrong; none of it was taken. Correct that line, and send all lines of the package again."';
  const corrected = await refusalsOf(job.id);
  expect(corrected).toEqual([
    'Package,Code in it,Line,Refused code,Reason',
    `${b},${units[2]},3,${units[2]},${spoilt}`,
    `${b},nonsense,4,nonsense,No such code was issued. Check that it is whole and right.`,
    `${c},${units[0]},5,${units[0]},It lies in ${a}. Take it out there first; under Packing it can also be moved.`,
    `${c},${units[3]},6,${units[3]},${spoilt}`,
    `alone,,7,alone,"A line has a package and what lies in it, parted by a comma. Correct the line."`,
  ]);
  // What is corrected in that file is sent again as it is.
  corrected[2] = corrected[2]?.replace(`${b},nonsense`, `${b},${units[4]}`) as string;
  corrected[3] = corrected[3]?.replace(`${c},${units[0]}`, `${c},${units[5]}`) as string;
  expect(await packed(corrected.slice(0, 5).join('\r\n'))).toMatchObject({ rows: 4, accepted: 4, refused: 0 });
});

test('a package is one wherever its lines are and in any notation of its code', async () => {
  const [units, [box, other]] = [await codesOf(1, 8), await codesOf(3, 2)];
  const written = [`\uFEFF${box}`, `https://example.com/c?code=${box}`, `"${box}"`];
  const lines = written.flatMap((parent, at) => [`${parent},${units[2 * at]}`, `${other},${units[2 * at + 1]}`]);
  // Its last line is wrong, and the first of the other was packed with all of that.
  const job = await packed([...lines, `="${box}",nonsense`].join('\n'));
  expect(job).toMatchObject({ rows: 7, accepted: 3, refused: 4 });
});

test('codes changed by a spreadsheet are read if possible, or refused with how to correct them', async () => {
  const [units, [box, other]] = [await codesOf(1, 4), await codesOf(3, 2)];
  const lines = [
    `="${box}","=""${units[0]}"""`,
    `="${box}",="${units[1]}"`,
    `${other},=B2&B3`,
    `${other},1.69009E+17`,
    `1.69009E+17,${units[2]}`,
  ];
  const job = await packed(lines.join('\r\n'));
  expect(job).toMatchObject({ state: 'done', accepted: 2, refused: 3 });
  const [, ...refused] = await refusalsOf(job.id);
  const asText = 'Format its column as text, enter the codes again, and export it.';
  expect(refused).toEqual([
    `${other},'=B2&B3,3,'=B2&B3,"This is a formula and no code. Paste the values in the spreadsheet, and export it again."`,
    `${other},1.69009E+17,4,1.69009E+17,"A spreadsheet has shortened this code to a number with an exponent. ${asText}"`,
    `1.69009E+17,${units[2]},5,1.69009E+17,"A spreadsheet has shortened this code to a number with an exponent. ${asText}"`,
  ]);
  const numbers = [box, units[3]].map((code) => `<c><v>${code}</v></c>`).join('');
  expect(await packed(workbookOf({ sheets: [`<row>${numbers}</row>`] }))).toMatchObject({ accepted: 1, refused: 0 });
});

test('a file with another delimiter is refused with the line and the expected delimiter', async () => {
  const path = `${packingUpload.path}?work_order_id=${order}`;
  for (const mark of ['|', '，', ' ']) {
    const { status, envelope } = await sent(path, `\n${['b', 'c'].map((code) => `a${mark}${code}`).join('\n')}`);
    expect([status, envelope]).toMatchObject([400, { message: expect.stringContaining('line 2 has one column only') }]);
    expect((envelope as unknown as { message: string }).message).toContain('comma');
  }
});

test('a file with very many invalid lines is refused line by line, and the rest is packed', async () => {
  const [[unit], [box]] = [await codesOf(1, 1), await codesOf(3, 1)];
  const alone = Array.from({ length: 25_000 }, (_, n) => `alone-${n}`);
  const job = await packed(`${box},${unit}\n${alone.join('\n')}`);
  expect(job).toMatchObject({ state: 'done', rows: 25_001, accepted: 1, refused: 25_000 });
  const [, ...refused] = await refusalsOf(job.id);
  const named = refused.map((line) => line.split(',').slice(0, 4).join());
  expect(named).toEqual(alone.map((one, n) => `${one},,${n + 2},${one}`));
});

test('a package of too many lines is refused, each of its lines, and no other with it', async () => {
  const [units, [box, other]] = [await codesOf(1, 3), await codesOf(3, 2)];
  const job = await packed(
    `${`${box},${units[0]}\n`.repeat(50_001)}${box},nonsense\n${other},${units[1]}\n${other},${units[2]}\n`,
  );
  expect(job).toMatchObject({ state: 'done', rows: 50_004, accepted: 2, refused: 50_002 });
  const [, first, ...refused] = await refusalsOf(job.id);
  expect(refused.filter((line) => line.startsWith(`${box},nonsense,50002,nonsense,`))).toHaveLength(1);
  expect(first).toBe(
    `${box},${units[0]},1,${units[0]},More than the package holds: 50001 > 50000. Put what is too much into another one.`,
  );
  expect(refused).toHaveLength(50_001);
});

test('a file that cannot be read to its end is refused as a whole', async () => {
  const [units, boxes] = [await codesOf(1, 12_000), await codesOf(3, 500)];
  const lines = units.map((unit, at) => `${boxes[Math.floor(at / 24)]},${unit}`);
  const workOrderId = await runningOrder();
  const job = await packed(`${lines.join('\n')}\n${'9'.repeat(5000)}\n`, workOrderId);
  expect(job).toMatchObject({ state: 'broken', accepted: 0 });
  expect(await server.data(workOrderReconciliation, { id: workOrderId })).toMatchObject({ packed: 0 });
  expect(await packed(lines.join('\n'), workOrderId)).toMatchObject({ state: 'done', accepted: 12_000, refused: 0 });
});

test('repeating a file packs nothing twice, and reports that', async () => {
  const [units, [box]] = [await codesOf(1, 2), await codesOf(3, 1)];
  const text = units.map((unit) => `${box},${unit}`).join('\n');
  const workOrderId = await runningOrder();
  expect(await packed(text, workOrderId)).toMatchObject({ accepted: 2 });
  expect(await packed(text, workOrderId)).toMatchObject({ accepted: 2, refused: 0, known: 2 });
  expect(await server.data(workOrderReconciliation, { id: workOrderId })).toMatchObject({ packed: 2, packages: 1 });
});

/** Lines of a file: as many of its codes are known as `known` says, the others were never issued. */
async function fileWith(known: number, unknown: number): Promise<string> {
  const [units, [box]] = [await codesOf(1, known), await codesOf(3, 1)];
  const guessed = Array.from({ length: unknown }, (_, n) => `guess-${n}`);
  return [...units, ...guessed].map((child) => `${box},${child}`).join('\n');
}

test('a file of guessed codes ends before it reveals which exist', async () => {
  const [[unit], [box]] = [await codesOf(1, 1), await codesOf(3, 1)];
  const token = await server.as(['relevance:upload']);
  const job = await packed(await fileWith(100, 1001), order, '', token);
  expect(job).toMatchObject({ state: 'broken', refused: 0 });
  expect(job.problem).toBeTruthy();
  expect(await refusalsOf(job.id)).toHaveLength(1);
  // Packing what is known goes on; another guess does not.
  expect(await packed(`${box},${unit}`, order, '', token)).toMatchObject({ state: 'done', accepted: 1 });
  expect(await packed(`${box},guess-1`, order, '', token)).toMatchObject({ state: 'broken', refused: 0 });
});

test('a wrong file is refused by its first lines, and does not block its sender', async () => {
  const token = await server.as(['relevance:upload']);
  const wrong = await fileWith(3, 5000);
  for (let n = 0; n < 5; n++) {
    const job = await packed(wrong, order, '', token);
    expect(job).toMatchObject({ state: 'broken', accepted: 0, refused: 0 });
    expect(job.problem).toMatch(/97.*101|101.*97/);
  }
  const [own] = await server.sql<{ unknown: number }[]>`
    select unknown from guess_count where subject like 'account %' order by until desc limit 1`;
  expect(own?.unknown).toBe(5 * 97);
  // Half and half is read: each of its lines is told about.
  expect(await packed(await fileWith(60, 50), order, '', token)).toMatchObject({ state: 'done', refused: 110 });
});

test("people of a factory get the same answer for others' goods as for unknown codes, and pack their own", async () => {
  const [units, [theirs, ours]] = [await codesOf(1, 3), await codesOf(3, 2)];
  await packed(`${theirs},${units[0]}`);
  const workOrderId = await runningOrder();
  const factory = await server.party('factory');
  await server.sql`update work_order set factory_id = ${factory} where id = ${workOrderId}`;
  const token = await server.as(['relevance:upload'], { factory });
  const refused = await packed(`${ours},${units[0]}\n${ours},${units[1]}`, workOrderId, '', token);
  expect(refused).toMatchObject({ accepted: 0, refused: 2 });
  const none = await packed(`${ours},nonsense\n${ours},${units[1]}`, workOrderId, '', token);
  const refusals = async (job: string, code = '') =>
    (await refusalsOf(job)).map((line) => line.replaceAll(code, 'X')).toSorted();
  expect(await refusals(refused.id, units[0])).toEqual(await refusals(none.id, 'nonsense'));
  expect(await packed(`${ours},${units[2]}`, workOrderId, '', token)).toMatchObject({ accepted: 1, refused: 0 });
});

test('jobs are shown to those who started them, and to administrators', async () => {
  const other = await server.as(['taskmanagement']);
  const { rows, total } = await server.data(task.page, {});
  expect((await server.data(task.page, { keyword: 'no such file' })).total).toBe(0);
  expect((await server.data(task.page, { keyword: `${rows[0]?.source}`.toUpperCase() })).total).toBeGreaterThan(0);
  expect(total).toBeGreaterThan(0);
  expect((await server.call(task.page, {}, { token: other })).envelope.data).toEqual({ rows: [], total: 0 });
  expect((await server.call(taskDetail, { job: rows[0]?.id }, { token: other })).status).toBe(404);
});

test('a file resumed after codes were imported continues with the same packages', async () => {
  const [units, [box, other]] = [await codesOf(1, 3), await codesOf(3, 2)];
  await packed(`${other},${units[1]}`);
  // Nothing is packed while somebody else writes events.
  const job = await server.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('suyuan.capture'))`;
    const lines = `${box},${units[0]}\n${other},${units[1]}\n${box},${units[2]}\n`;
    const { envelope } = await sent(`${packingUpload.path}?work_order_id=${order}`, lines);
    const begun = envelope.data as { job: string };
    await expect.poll(async () => (await server.data(taskDetail, begun)).state).toBe('running');
    await server.data(taskStop, begun);
    return begun;
  });
  await expect.poll(async () => (await server.data(taskDetail, job)).state).toBe('stopped');
  // As it is when it was stopped behind the package that was whole first.
  const cursor = { packages: 1, accepted: 1, refused: 0, unread: 0, pieces: 1 };
  await server.sql`update job set cursor = ${server.sql.json(cursor)} where id = ${job.job}`;
  const { envelope } = await sent(codeImport.path, 'AN-IMPORTED-CODE-1\n');
  await imported(server, (envelope.data as { id: number }).id);
  await server.data(importTake, { id: (envelope.data as { id: number }).id });
  await server.data(taskResume, job);
  await expect.poll(async () => (await server.data(taskDetail, job)).state).toBe('done');
  expect(await server.data(taskDetail, job)).toMatchObject({ accepted: 3, refused: 0 });
});
