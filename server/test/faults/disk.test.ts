import { readdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { product } from '@suyuan/contract/base/product/product.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, test } from 'vitest';
import { openSql } from '#platform/database/driver/open-sql.ts';
import { issuesIn } from '#platform/time-mark/issue-log.ts';
import { codesOfOrder } from '../goods/codes-of-order.ts';
import { plantOf } from '../goods/line.ts';
import { onCluster } from '../harness/new-database.ts';
import { newDataDir, password, runCommand, type ServerProcess, signIn, startProcess } from '../harness/process.ts';
import { callsAt } from '../harness/server.ts';
import { filled, lackOfDisks, withSmallDisks } from '../harness/small-disk.ts';

// Servers whose disks are full: of the data folder with the embedded database, and of what is temporary only.

const lack = await lackOfDisks();
const master = 'ab'.repeat(32);
const perCase = 3;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
}

async function answerOf(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

const posted = (body: object, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

function upload({ url }: ServerProcess, token: string, content: string): Promise<Answer> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'products.csv');
  return answerOf(`${url}${product.import.path}?mode=good`, { method: 'POST', headers: { token }, body });
}

test.skipIf(lack !== undefined || onCluster)(
  `with a full data folder what writes gets 503, and all goes on when there is space${lack ? ` (${lack})` : ''}`,
  { timeout: 180_000 },
  async () => {
    const dataDir = await newDataDir('embedded');
    const env = { SUYUAN_ADMIN_PASSWORD: password, SUYUAN_MASTER_KEY: master };
    const server = await startProcess(dataDir, env, undefined, undefined, withSmallDisks({ [dataDir]: 400 }));
    const inside = join(`/proc/${server.child.pid}/root`, dataDir);
    const token = await signIn(server);
    const calls = { ...callsAt(server.url, token), admin: token };
    const plant = await plantOf(calls, [perCase, 2]);
    const { line_id, device } = await plant.line();
    const work = await plant.workOrder(line_id, { quantity: 10_000 });
    const units = await codesOfOrder(calls, await plant.codes(1, 600 * perCase));
    const cases = await codesOfOrder(calls, await plant.codes(3, 600));
    const { rows: rules } = await calls.data(codeRule.page, {});
    const acknowledged = { scan: 0, pack: 0, order: 0, product: 0 };
    let [turn, packed] = [0, 0];
    const writes: Record<keyof typeof acknowledged, () => Promise<Answer>> = {
      scan: () => answerOf(`${server.url}/c?code=${units[turn++ % units.length]}`),
      pack: () => {
        const n = packed;
        const act = { id: '1', act: 'packed', event_time: new Date().toISOString(), order_no: work.order_no };
        const codes = units.slice(n * perCase, (n + 1) * perCase);
        const batch = { batch_key: `${n}`, acts: [{ ...act, parent: cases[n], codes }] };
        return answerOf(server.url + deviceBatch.path, posted(batch, { 'device-key': device.key }));
      },
      order: () => answerOf(server.url + orderAdd.path, posted({ rule_id: rules[0]?.id, quantity: 5 }, { token })),
      product: () =>
        answerOf(server.url + product.add.path, posted({ product_code: `D-${turn++}`, product_name: 'd' }, { token })),
    };
    /** Does each kind once; resolves to its answers. */
    const round = async () => {
      const answers = await Promise.all(
        Object.entries(writes).map(async ([name, write]) => {
          const answer = await write();
          if (answer.status === 200) acknowledged[name as keyof typeof acknowledged] += 1;
          if (answer.status === 200 && name === 'pack') packed += 1;
          return answer;
        }),
      );
      for (const { status, retryAfter } of answers) {
        expect([200, 503]).toContain(status);
        if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
      }
      return answers.map(({ status }) => status);
    };
    const none = [503, 503, 503, 503];
    const all = [200, 200, 200, 200];
    expect(await round()).toEqual(all);
    expect(await upload(server, token, 'product_code,product_name\nU-1,u')).toMatchObject({ status: 200 });

    // Space for the rest of a segment of the write-ahead log, but for no new page of a table.
    let makeSpace = await filled(server, dataDir);
    await expect.poll(async () => (await round()).includes(503), { timeout: 60_000, interval: 1 }).toBe(true);
    expect((await upload(server, token, `product_code,product_name\n${'x'.repeat(200_000)},u`)).status).toBe(503);
    expect(await answerOf(server.url + product.page.path, { headers: { token } })).toMatchObject({ status: 200 });
    await makeSpace();
    await expect.poll(round, { timeout: 30_000 }).toEqual(all);

    // No space for another segment: PostgreSQL ends, and cannot start.
    makeSpace = await filled(server, dataDir, 4 * 2 ** 20);
    const url = await databaseOf(inside);
    const sql = openSql(url, { max: 1 });
    await expect(sql`select pg_logical_emit_message(false, 'test', repeat('x', 60000000))`).rejects.toThrow();
    await sql.end();
    await expect.poll(round, { timeout: 30_000 }).toEqual(none);
    await expect.poll(() => server.printed(), { timeout: 30_000 }).toContain('No space left on device');
    await makeSpace();
    await expect.poll(round, { timeout: 60_000 }).toEqual(all);

    const lines = server
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.filter((line) => line.includes('nearly full'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('"level":50') && !isExpected(line))).toEqual([]);
    expect(lines.length).toBeLessThan(150);
    const now = openSql(await databaseOf(inside), { max: 1 });
    const [kept] = await now<Record<keyof typeof acknowledged, number>[]>`
      select (select count(*) from consumer_scan)::int as scan, (select count(distinct parent) from packing)::int as pack,
        (select count(*) from code_order where quantity = 5)::int as "order",
        (select count(*) from product where product_code like 'D-%')::int as product`;
    await now.end();
    expect(kept).toMatchObject({ pack: acknowledged.pack, order: acknowledged.order, product: acknowledged.product });
    expect(kept?.scan).toBeGreaterThanOrEqual(acknowledged.scan);
    // Each order is in the log of what was issued, also behind half of a line.
    let logged = 0;
    const folders = (await readdir(join(inside, 'issued'))).map((name) => join(inside, 'issued', name));
    for await (const { rows } of issuesIn(folders, 'code_order')) if (rows[0]?.row.quantity === 5) logged += 1;
    expect(logged).toBeGreaterThanOrEqual(acknowledged.order);
    const settings = { SUYUAN_DATABASE_URL: await databaseOf(inside), SUYUAN_MASTER_KEY: master };
    for (const command of ['trace:verify', 'audit:verify'])
      expect(await runCommand(command, settings)).toMatchObject({ code: 0 });
  },
);

/** Lines that tell an operator what to do; all others are warnings. */
const isExpected = (line: string): boolean => /nearly full|PostgreSQL/.test(line);

/** The URL of the embedded database of a data folder. */
async function databaseOf(dataDir: string): Promise<string> {
  const secret = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const port = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgres://suyuan:${secret}@127.0.0.1:${port}/suyuan`;
}

test.skipIf(lack !== undefined)(
  `with a full spool files get 503, and a full folder for temporary files is noticed by nobody${lack ? ` (${lack})` : ''}`,
  async () => {
    const dataDir = await newDataDir();
    const temporary = await newDataDir();
    const spool = join(dataDir, 'spool');
    const disks = withSmallDisks({ [temporary]: 1, [spool]: 4 });
    const env = { SUYUAN_ADMIN_PASSWORD: password, TMPDIR: temporary };
    const server = await startProcess(dataDir, env, undefined, undefined, [
      'sh',
      '-c',
      `mkdir -p '${spool}' && exec "$@"`,
      'sh',
      ...disks,
    ]);
    const token = await signIn(server);
    await filled(server, temporary);
    const file = (name: string) => `product_code,product_name\n${name},${'x'.repeat(50)}`;
    const exported = () => answerOf(`${server.url}${product.export.path}?format=xlsx`, { headers: { token } });
    const scanned = () => answerOf(`${server.url}/c?code=none`);
    expect((await upload(server, token, file('A'))).status).toBe(200);
    expect((await exported()).status).toBe(200);
    // What was sent is closed a moment later.
    const disk = () => statfs(`/proc/${server.child.pid}/root${spool}`);
    await expect.poll(async () => (await disk()).bfree).toBe((await disk()).blocks);
    const makeSpace = await filled(server, spool);
    for (const answer of [await upload(server, token, file('B')), await exported()])
      expect(answer).toEqual({ status: 503, retryAfter: '60' });
    expect((await scanned()).status).toBe(200);
    expect((await answerOf(server.url + product.page.path, { headers: { token } })).status).toBe(200);
    expect(server.printed()).toMatch(/no space left on device, write: free space on the disk of the data folder/);
    await makeSpace();
    expect((await upload(server, token, file('C'))).status).toBe(200);
    expect((await exported()).status).toBe(200);
  },
);
