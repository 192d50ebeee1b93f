import { type ClientRequest, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { codeImport, codeImportStop, importList } from '@suyuan/contract/tagging/code-import.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imported } from '#test/goods/imported.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

/** Of the eight that a test's server has, those that are not set apart. */
const ordinaryConnections = 5;

interface Answer {
  status_code: number;
  data: { id: number } | null;
}

/** An upload whose lines come bit by bit. */
class SlowUpload {
  readonly #request: ClientRequest;
  readonly answer: Promise<Answer | undefined>;

  constructor(name = 'slow.txt', to = server) {
    const headers = { token: to.admin, 'content-type': 'multipart/form-data; boundary=b' };
    this.#request = request(new URL(codeImport.path, to.url), { method: 'POST', headers });
    this.answer = new Promise((resolve) => {
      this.#request.once('response', (response) => void json(response).then((body) => resolve(body as Answer)));
      this.#request.once('error', () => resolve(undefined));
    });
    this.#request.write(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`);
  }

  send(lines: readonly string[]): void {
    this.#request.write(lines.map((line) => `${line}\n`).join(''));
  }

  end(): Promise<Answer | undefined> {
    this.#request.end('\r\n--b--\r\n');
    return this.answer;
  }

  cut(): void {
    this.#request.destroy();
  }
}

const lines = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${10_000 + n}`);
/** What came of a file that was sent to its end. */
const figuresOf = async (answer: Answer | undefined, on = server) => imported(on, answer?.data?.id ?? 0);
const kept = async (name: string, on: TestServer) => {
  const [row] = await on.sql`select count(*) as count from imported_code where text like ${`${name}-%`}`;
  return row?.count;
};

test('a code repeated in the file is found, however close', async () => {
  const upload = new SlowUpload();
  upload.send([...lines('TWICE', 2000), ...lines('TWICE', 2000), ...lines('TWICE', 5)]);
  expect(await figuresOf(await upload.end())).toMatchObject({ accepted: 2000, repeated: 2005 });
});

test('while a file is uploaded, another one is read; an aborted one leaves nothing, and can be uploaded again', async () => {
  const upload = new SlowUpload();
  upload.send(lines('CUT', 9000));
  const other = new SlowUpload();
  other.send(lines('OTHER', 3000));
  expect(await figuresOf(await other.end())).toMatchObject({ accepted: 3000 });
  upload.cut();
  const again = new SlowUpload();
  again.send(lines('CUT', 9000));
  expect(await figuresOf(await again.end())).toMatchObject({ accepted: 9000, repeated: 0, known: 0 });
  expect((await server.data(importList, {})).map(({ state }) => state)).not.toContain('broken');
});

test('a server presumed dead that wakes up cannot write into the next import', {
  timeout: 120_000,
}, async () => {
  const asleep = await testServer();
  const upload = new SlowUpload('asleep.txt', asleep);
  upload.send(lines('ASLEEP', 200_000));
  const answer = upload.end();
  const first = async () => (await asleep.data(importList, {}))[0];
  await expect.poll(async () => (await first())?.accepted, { timeout: 30_000 }).toBeGreaterThan(0);
  const id = (await first())?.id as number;
  // Without connections it can neither go on nor show a sign of life.
  const held = await Promise.all(Array.from({ length: ordinaryConnections }, () => asleep.sql.reserve()));
  const awake = await testServer({}, asleep);
  await awake.sql`update pgboss.job set state = 'retry' where state = 'active'`;
  await awake.data(codeImportStop, { id });
  expect(await imported(awake, id)).toMatchObject({ state: 'discarded' });
  const next = new SlowUpload('next.txt', awake);
  next.send(lines('NEXT', 3000));
  expect(await figuresOf(await next.end(), awake)).toMatchObject({ accepted: 3000 });
  for (const connection of held) connection.release();
  await answer;
  // It ends when its reading has.
  await asleep.stop();
  expect([await kept('ASLEEP', awake), await kept('NEXT', awake)]).toEqual([0, 3000]);
  const rows = await awake.sql`select code_id from imported_code group by code_id having count(*) > 1`;
  expect(rows).toHaveLength(0);
  await awake.stop();
});
