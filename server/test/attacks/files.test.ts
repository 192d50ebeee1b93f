import { randomUUID } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { pictureAdd } from '@suyuan/contract/base/picture.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { forensicAdd, forensicPhotoAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { selfPicture } from '@suyuan/contract/organ/session.ts';
import { goodsFilePreview, handheldUpload, waybillUpload } from '@suyuan/contract/physical/goods-file.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { packingPreview, packingUpload, type Task, taskDetail } from '@suyuan/contract/plant/task.ts';
import { type CodeImport, codeImport, importList } from '@suyuan/contract/tagging/code-import.ts';
import type Type from 'typebox';
import { expect, test } from 'vitest';
import { workbookOf } from '#platform/files/xlsx/test-workbook.ts';
import { callProcess, newDataDir, password, type ServerProcess, signIn, startProcess } from '../harness/process.ts';
import { hostileCodes, hostileInKind, hostilePictures, hostileTables } from './hostile-files.ts';

// Hostile files sent to every call that takes one, of the server as it is started for real and as it is seen from outside.

const uploads = calls.filter(({ upload }) => upload);
const pictures: readonly Call[] = [pictureAdd, selfPicture, forensicPhotoAdd];
/** They show the first lines, and read no further. */
const previews: readonly Call[] = [packingPreview, goodsFilePreview];
/** They are taken, and read by a job. */
const byJob: readonly Call[] = [packingUpload, handheldUpload, waybillUpload];
const tables = uploads.filter((call) => !pictures.includes(call) && call !== codeImport);

/** What is hostile to what a call reads. */
function attacksOn(call: Call): [string, () => Buffer][] {
  if (pictures.includes(call)) return Object.entries(hostilePictures);
  if (call === codeImport) return Object.entries(hostileCodes);
  // All other calls read by the same mechanism as the first.
  if (call === tables[0]) return Object.entries(hostileTables);
  const { 'a quote that is not closed': open, noise, ...workbooks } = hostileInKind;
  if (byJob.includes(call)) return Object.entries(workbooks);
  // A quote is open there until the file is taken.
  return Object.entries(previews.includes(call) ? { ...workbooks, noise } : hostileInKind);
}

interface Target {
  readonly server: ServerProcess;
  readonly token: string;
  /** Its files on their way lie in there. */
  readonly dataDir: string;
  /** What calls are given beside their file. */
  readonly beside: ReadonlyMap<Call, Readonly<Record<string, string>>>;
}

/** How many files on their way the process has open. They lie in its data folder under no name. */
async function spooled({ server, dataDir }: Target): Promise<number> {
  if (process.platform !== 'linux') return (await readdir(`${dataDir}/spool`)).length;
  const folder = `/proc/${server.child.pid}/fd`;
  const open = await Promise.all((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return open.filter((path) => path.startsWith(`${dataDir}/spool/`)).length;
}

async function target(): Promise<Target> {
  const dataDir = await newDataDir();
  const env = { SUYUAN_ADMIN_PASSWORD: password, SUYUAN_RATE_LIMIT: 'off' };
  const server = await startProcess(dataDir, env);
  const token = await signIn(server);
  return { server, token, dataDir, beside: await besideOf(server, token) };
}

/** Without it what they are sent would not be looked at. */
async function besideOf(server: ServerProcess, token: string): Promise<Target['beside']> {
  const { id: case_id } = await callProcess(server, token, forensicAdd, {});
  const { id: product_id } = await callProcess(server, token, product.add, { product_code: 'P', product_name: 'P' });
  const { id: work_order_id } = await callProcess(server, token, workOrder.add, { product_id, quantity: 1 });
  const store = { warehouse_code: 'W', warehouse_name: 'W', warehouse_type: 'finished' } as const;
  const { id: from_warehouse_id } = await callProcess(server, token, warehouse.add, store);
  const lines = [{ product_id, quantity: 1 }];
  const scrap = await callProcess(server, token, waybill.add, {
    kind: 'scrap',
    receiver: 'a furnace',
    from_warehouse_id,
    lines,
  });
  return new Map<Call, Record<string, string>>([
    [forensicPhotoAdd, { case_id: `${case_id}`, upload_key: randomUUID() }],
    [packingUpload, { work_order_id: `${work_order_id}` }],
    [handheldUpload, { act: 'load' }],
    [waybillUpload, { id: `${scrap.id}` }],
  ]);
}

async function send({ server, token, beside }: Target, call: Call, file: Buffer, signal?: AbortSignal) {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(file)]), 'file');
  const takesMode = 'mode' in (call.input as Type.TObject).properties;
  const query = new URLSearchParams(takesMode ? { mode: 'dry' } : beside.get(call));
  const response = await fetch(`${server.url}${call.path}?${query}`, {
    method: 'POST',
    headers: { token, 'accept-language': 'zh' },
    body: form,
    ...(signal ? { signal } : {}),
  });
  const { message, data } = (await response.json()) as {
    message: string;
    data: { id?: number; state?: string; job?: string } | null;
  };
  if (byJob.includes(call) && data?.job) return readByJob({ server, token }, data.job);
  // What was taken may have been read by now, too.
  if (call !== codeImport || !data?.id) return { status: response.status, message };
  return readLater({ server, token }, data.id);
}

/** A file of codes that is read after its answer: what becomes of it. */
async function readLater({ server, token }: Pick<Target, 'server' | 'token'>, id: number) {
  const readImport = async () => {
    const response = await fetch(`${server.url}${importList.path}`, { headers: { token, 'accept-language': 'zh' } });
    const { data } = (await response.json()) as { data: CodeImport[] };
    return data.find((one) => one.id === id);
  };
  await expect.poll(async () => (await readImport())?.state, { timeout: 120_000 }).not.toMatch(/waiting|reading/);
  const { state, problem } = (await readImport()) as CodeImport;
  return { status: state === 'broken' ? 400 : 200, message: problem ?? state };
}

/** The same of a file that a job reads. */
async function readByJob({ server, token }: Pick<Target, 'server' | 'token'>, job: string) {
  const readTask = async () => {
    const headers = { token, 'accept-language': 'zh' };
    const response = await fetch(`${server.url}${taskDetail.path}?job=${job}`, { headers });
    return ((await response.json()) as { data: Task }).data;
  };
  await expect.poll(async () => (await readTask()).state, { timeout: 120_000 }).not.toMatch(/waiting|running/);
  const { state, problem } = await readTask();
  return { status: state === 'broken' ? 400 : 200, message: problem ?? state };
}

/** A line of what the system knows of the process. */
const known = async ({ server }: Target, name: string): Promise<number> =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(await readFile(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]);

/**
 * Somebody else at work, one call after the other with so many milliseconds between them, until stopped; returns how
 * many were answered, and in the end how long the slowest took.
 */
function somebody({ server, token }: Target, between = 15) {
  let [over, answered, longest] = [false, 0, 0];
  const working = (async () => {
    while (!over) {
      const begun = performance.now();
      await callProcess(server, token, product.page, {});
      longest = Math.max(longest, performance.now() - begun);
      answered += 1;
      await wait(between);
    }
  })();
  return {
    answered: () => answered,
    async stop() {
      over = true;
      await working;
      return longest;
    },
  };
}

test('every call with a file refuses hostile ones with a reason, while others are served', {
  timeout: 600_000,
}, async () => {
  const on = await target();
  const wrong: string[] = [];
  const files = new Map<() => Buffer, Buffer>();
  let longest = 0;
  for (const call of uploads) {
    for (const [name, make] of attacksOn(call)) {
      const file = files.get(make) ?? make();
      files.set(make, file);
      // Not so often that they are most of the work: each attack meets one call at least, the long ones many.
      const other = somebody(on, 75);
      const { status, message } = await send(on, call, file);
      longest = Math.max(longest, await other.stop());
      const isExplained = /[\u4e00-\u9fff]/.test(message) && !/refusal\.|problem\./.test(message);
      if (![400, 413].includes(status) || !isExplained) wrong.push(`${call.path}, ${name}: ${status} ${message}`);
    }
  }
  console.info(`${uploads.length} calls; others waited for ${Math.round(longest)} ms at most`);
  expect(wrong).toEqual([]);
  if (process.platform === 'linux') {
    console.info(`${Math.round((await known(on, 'VmHWM')) / 1024)} MB at most`);
    expect(await known(on, 'VmHWM')).toBeLessThan(800 * 1024);
  }
  await expect.poll(() => spooled(on)).toBe(0);
});

/** As heavy as a file may be: it is read to its end, and there is nothing in it. */
const heavy = () => workbookOf({ sheets: ['<row><c s="1"/><c s="1"/><c s="1"/></row>'.repeat(200_000)] });

test('heavy files are read one after another, in bounded memory, while others are served', {
  timeout: 300_000,
}, async () => {
  const on = await target();
  const file = heavy();
  const other = somebody(on);
  const answers = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const before = other.answered();
      const { status } = await send(on, n % 2 ? product.import : (tables[0] as Call), file);
      return { status, meanwhile: other.answered() - before };
    }),
  );
  await other.stop();
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(400));
  // A thread that is held up answers what came in before, and no more.
  for (const { meanwhile } of answers) expect(meanwhile).toBeGreaterThan(3);
  if (process.platform === 'linux') expect(await known(on, 'VmHWM')).toBeLessThan(600 * 1024);
});

test.runIf(process.platform === 'linux')(
  'reading stops when the sender disconnects',
  { timeout: 120_000 },
  async () => {
    const on = await target();
    expect((await send(on, product.import, Buffer.from('a'))).status).toBe(400);
    const file = heavy();
    const left = new AbortController();
    const sent = send(on, product.import, file, left.signal).catch(() => 'left');
    await expect.poll(() => spooled(on), { interval: 20 }).toBeGreaterThan(0);
    left.abort();
    expect(await sent).toBe('left');
    await expect.poll(() => spooled(on)).toBe(0);
    // The next one has its turn.
    expect((await send(on, product.import, Buffer.from('a'))).status).toBe(400);
  },
);
