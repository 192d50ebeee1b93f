import { product } from '@suyuan/contract/base/product/product.ts';
import { handheldUpload } from '@suyuan/contract/physical/goods-file.ts';
import { waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { packingUpload, task, taskRefusals } from '@suyuan/contract/plant/task.ts';
import { codeImport } from '@suyuan/contract/tagging/code-import.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text } from '#platform/language.ts';
import { Goods } from './goods/goods.ts';
import { type TestServer, testServer } from './harness/server.ts';

// Every kind of job ends with what it accepted and refused: in its list, in its notice, and in its file of refusals.

let server: TestServer;
let goods: Goods;
beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
});
afterAll(() => server.stop());

/** Long enough for a job, and short enough that all of it is one step. */
const lines = 2100;
const products = (prefix: string) =>
  ['product_code,product_name', ...Array.from({ length: lines }, (_, n) => `${prefix}${n},p`), `${prefix}1,again`].join(
    '\n',
  );

interface Sent {
  readonly kind: string;
  readonly file: () => Promise<{ path: string; content: string }>;
  readonly accepted: number;
  readonly refused: number;
  /** The notice; none for what only checks. */
  readonly notice: string | undefined;
}

const jobs: readonly Sent[] = [
  {
    kind: 'list-import',
    file: async () => ({ path: `${product.import.path}?mode=good`, content: products('good-') }),
    ...{ accepted: lines, refused: 1, notice: 'job_refusals' },
  },
  {
    kind: 'list-import',
    file: async () => ({ path: `${product.import.path}?mode=all`, content: products('all-') }),
    ...{ accepted: 0, refused: 1, notice: 'job_refusals' },
  },
  {
    kind: 'list-import',
    file: async () => ({ path: `${product.import.path}?mode=all`, content: products('whole-').replace(/\n.*$/, '') }),
    ...{ accepted: lines, refused: 0, notice: 'job_done' },
  },
  {
    kind: 'import-check',
    file: async () => ({ path: `${product.import.path}?mode=dry`, content: products('dry-') }),
    ...{ accepted: lines, refused: 1, notice: undefined },
  },
  {
    kind: 'goods-file',
    file: async () => {
      const from = await goods.warehouse();
      const made = await goods.made(from);
      const [box] = await goods.cases(made, 1);
      const id = await goods.sale(from, await goods.dealer(), [{ product_id: made.productId, quantity: 3 }]);
      const { waybill_no } = await server.data(waybillDetail, { id });
      const content = `${waybill_no},${box?.code}\n${waybill_no},nothing\n${waybill_no},nothing-more\n`;
      return { path: `${handheldUpload.path}?act=load`, content };
    },
    ...{ accepted: 1, refused: 2, notice: 'job_refusals' },
  },
  {
    kind: 'packing-file',
    file: async () => {
      const { workOrderId } = await goods.made(await goods.warehouse());
      const [units, [box]] = [await goods.codes(1, 3), await goods.codes(3, 1)];
      const content = [...units.map((unit) => `${box},${unit}`), 'no-box,no-unit'].join('\n');
      return { path: `${packingUpload.path}?work_order_id=${workOrderId}`, content };
    },
    ...{ accepted: 3, refused: 1, notice: 'job_refusals' },
  },
  {
    kind: 'code-import',
    file: async () => ({ path: codeImport.path, content: 'FOREIGN-0001\nFOREIGN-0002\nFOREIGN-0002\n' }),
    ...{ accepted: 2, refused: 1, notice: 'job_refusals' },
  },
];

test('every kind of job is covered here', async () => {
  const kinds = await server.sql<
    { name: string }[]
  >`select name from pgboss.queue where name !~ '^(sweep|__)' order by name`;
  const known = kinds.map(({ name }) => name).filter((name) => text('en', `taskmanagement.kind.${name}`) !== name);
  expect([...new Set(jobs.map(({ kind }) => kind))].toSorted()).toEqual(expect.arrayContaining(known));
});

test.each(jobs.map((one, at) => [`${one.kind} ${at}`, one] as const))(
  '%s',
  async (_, { kind, file, notice, ...counts }) => {
    const { path, content } = await file();
    const form = new FormData();
    form.append('file', new Blob([content]), `${kind}.csv`);
    const before = new Set((await server.data(task.page, { size: 500 })).rows.map(({ id }) => id));
    const response = await server.fetch(path, { method: 'POST', headers: { token: server.admin }, body: form });
    expect(response.status).toBe(200);
    const job = async () => (await server.data(task.page, { size: 500 })).rows.find(({ id }) => !before.has(id));
    await expect.poll(async () => (await job())?.state, { timeout: 60_000 }).toBe('done');
    expect(await job()).toMatchObject({ kind, ...counts });
    const { id } = (await job()) as { id: string };
    const notices = await server.sql<{ kind: string; accepted: string; refused: string }[]>`
    select kind, params ->> 'accepted' as accepted, params ->> 'refused' as refused from notice where about = ${`job:${id}`}`;
    expect([...notices]).toEqual(
      notice ? [{ kind: notice, accepted: `${counts.accepted}`, refused: `${counts.refused}` }] : [],
    );
    const refusals = await server.fetch(`${taskRefusals.path}?job=${id}`, { headers: { token: server.admin } });
    // A line with two unknown codes is reported twice. The columns of the file stand before its number, its code and the reason.
    const [titles = '', ...lines] = (await refusals.text()).trimEnd().split('\r\n');
    const numberAt = titles.split(',').length - 3;
    const refusedLines = new Set(lines.map((line) => line.split(',')[numberAt]));
    expect(refusedLines.size).toBe(counts.refused);
  },
);
