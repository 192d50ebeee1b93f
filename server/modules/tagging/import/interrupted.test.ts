import { type ClientRequest, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeImport, importList } from '../../../../contract/tagging/code-import.ts';
import { type TestServer, testServer } from '../../../test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

interface Answer {
  status_code: number;
  data: { accepted: number; repeated: number; known: number } | null;
}

/** An upload whose lines come bit by bit. */
class SlowUpload {
  readonly #request: ClientRequest;
  readonly answer: Promise<Answer | undefined>;

  constructor(name = 'slow.txt') {
    const headers = { token: server.admin, 'content-type': 'multipart/form-data; boundary=b' };
    this.#request = request(new URL(codeImport.path, server.url), { method: 'POST', headers });
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
const latest = async () => (await server.data(importList, {}))[0];
const kept = async (name: string) => {
  const [row] = await server.sql`select count(*) as count from imported_code where text like ${`${name}-%`}`;
  return row?.count;
};

test('a code that stands in the file again is found, however near', async () => {
  const upload = new SlowUpload();
  upload.send([...lines('TWICE', 2000), ...lines('TWICE', 2000), ...lines('TWICE', 5)]);
  expect((await upload.end())?.data).toMatchObject({ accepted: 2000, repeated: 2005 });
});

test('while a file is being sent, another one is read; of one that breaks off nothing is left, and it can be sent again', async () => {
  const upload = new SlowUpload();
  upload.send(lines('CUT', 9000));
  const other = new SlowUpload();
  other.send(lines('OTHER', 3000));
  expect((await other.end())?.data).toMatchObject({ accepted: 3000 });
  upload.cut();
  const again = new SlowUpload();
  again.send(lines('CUT', 9000));
  expect((await again.end())?.data).toMatchObject({ accepted: 9000, repeated: 0, known: 0 });
  expect((await server.data(importList, {})).map(({ state }) => state)).not.toContain('broken');
});

test('an import that was taken for dead and goes on writes nothing into the next one', async () => {
  // Its signs of life come late.
  await server.sql`
    create function falls_silent() returns trigger language plpgsql as $$
    begin
      if new.file_name = 'asleep.txt' then new.updated_at := now() - interval '5 minutes'; end if;
      return new;
    end $$`;
  await server.sql`
    create trigger falls_silent before insert or update on code_import for each row execute function falls_silent()`;
  const asleep = new SlowUpload('asleep.txt');
  asleep.send(lines('ASLEEP', 60_000));
  const refused = asleep.end();
  await expect.poll(async () => (await latest())?.accepted).toBeGreaterThan(0);
  const next = new SlowUpload();
  next.send(lines('NEXT', 3000));
  expect((await next.end())?.data?.accepted).toBe(3000);
  expect((await refused)?.status_code).toBe(409);
  expect([await kept('ASLEEP'), await kept('NEXT')]).toEqual([0, 3000]);
  const rows = await server.sql`select code_id from imported_code group by code_id having count(*) > 1`;
  expect(rows).toHaveLength(0);
});
