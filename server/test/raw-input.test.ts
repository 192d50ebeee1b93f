import { connect } from 'node:net';
import { product } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from './harness/server.ts';

// What does not even look like a call: broken HTTP, broken encodings, broken forms.

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

interface Envelope {
  status_code: number;
  data: { fields: { path: string; reason: string }[] } | null;
}

/** Sends bytes as they are; what came back until the server hung up. */
const raw = (bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
const request = (path: string, head = '', body = '') =>
  raw(
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntoken: ${server.admin}\r\n${head}\r\n${body}`,
      'latin1',
    ),
  );
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const alive = async () => expect((await server.fetch('/healthz')).status).toBe(200);

describe('in raw HTTP', () => {
  test('an invalid request is a 400 in the envelope, and the server continues', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      '\x16\x03\x01\x02\0\x01',
      'GET /\0 HTTP/1.1\r\n\r\n',
    ]) {
      const answer = await raw(Buffer.from(bytes, 'latin1'));
      expect([bytes, statusOf(answer)]).toEqual([bytes, 400]);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status_code: 400, data: null });
    }
    await alive();
  });

  test('endless headers are a 431, two lengths a 400', async () => {
    expect(statusOf(await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`))).toBe(431);
    const lengths = 'content-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n';
    expect(statusOf(await request(scan.path, lengths, '{}'))).toBe(400);
    await alive();
  });

  test('disconnecting within a body affects nobody', async () => {
    const { hostname, port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST ${scan.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"co`,
          () => socket.resetAndDestroy(),
        );
      });
      socket.on('close', () => resolve());
      socket.on('error', () => {});
    });
    await alive();
  });
});

describe('in an address', () => {
  const get = async (path: string) => {
    const response = await server.fetch(path, { headers: { token: server.admin } });
    return { status: response.status, envelope: (await response.json()) as Envelope };
  };

  test('escapes that are not UTF-8 are unmatched texts, never a failure', async () => {
    for (const bad of ['%ff%fe', '%c0%af', '%ed%a0%80', '%', '%zz']) {
      const { status, envelope } = await get(`${product.page.path}?keyword=${bad}`);
      expect([bad, status < 500, envelope.status_code]).toEqual([bad, true, status]);
      expect((await get(`/api/base/${bad}`)).status).toBeLessThan(500);
    }
  });

  test('a field given twice, as a list or as an object is refused by name', async () => {
    for (const [query, field] of [
      ['size=1&size=2', 'size'],
      ['keyword=a&keyword=b', 'keyword'],
      ['keyword[]=a', 'keyword[]'],
      ['keyword[$ne]=a', 'keyword[$ne]'],
      ['__proto__[admin]=1', '__proto__[admin]'],
      ['constructor=1', 'constructor'],
      ['size=1e2', undefined],
      ['size=0x10', undefined],
      ['size=%201', undefined],
      ['page=1.5', 'page'],
      ['size=', 'size'],
    ] as const) {
      const { status, envelope } = await get(`${product.page.path}?${query}`);
      if (field === undefined) expect([query, [200, 400].includes(status)]).toEqual([query, true]);
      else {
        expect([query, status]).toEqual([query, 400]);
        expect(envelope.data?.fields.map(({ path }) => path)).toContain(field);
      }
    }
  });

  test('a thousand fields or sixteen thousand characters are refused', async () => {
    const many = Array.from({ length: 1500 }, (_, index) => `f${index}=1`).join('&');
    expect((await get(`${product.page.path}?${many}`)).status).toBe(400);
    expect([400, 414, 431]).toContain((await get(`${product.page.path}?keyword=${'x'.repeat(15_000)}`)).status);
  });

  test('a negative offset or a ticket of another kind is refused', async () => {
    const fields = async (query: string) =>
      (await get(`${orderDownload.path}?${query}`)).envelope.data?.fields.map(({ path }) => path);
    expect(await fields('id=1&format=txt&offset=-1')).toEqual(['offset']);
    expect(await fields('id=1&format=exe')).toEqual(['format']);
    expect(await fields('id=1')).toEqual(['format', 'purpose']);
    expect(await fields('ticket=nonsense')).toEqual(['ticket']);
  });
});

describe('in a body', () => {
  const post = async (path: string, body: NonNullable<RequestInit['body']>, type?: string) => {
    const headers = { token: server.admin, ...(type ? { 'content-type': type } : {}) };
    const response = await server.fetch(path, { method: 'POST', headers, body });
    return { status: response.status, envelope: (await response.json()) as Envelope };
  };

  test('numbers that are not integers in range are refused, in any notation', async () => {
    for (const quantity of [
      '1e308',
      '-0.5',
      '9007199254740993',
      '1e400',
      '100000001',
      '0',
      '-1',
      'true',
      '"5"',
      'null',
    ]) {
      const { status, envelope } = await post(
        orderAdd.path,
        `{"rule_id":1,"quantity":${quantity}}`,
        'application/json',
      );
      expect([quantity, status, envelope.data?.fields.map(({ path }) => path)]).toEqual([quantity, 400, ['quantity']]);
    }
  });

  test('duplicate fields and invalid UTF-8 fail nothing; lone surrogates and U+0000 are refused', async () => {
    expect((await post(scan.path, '{"code":"a","code":"b"}', 'application/json')).status).toBe(200);
    expect((await post(scan.path, '{"code":"\\ud800"}', 'application/json')).status).toBe(400);
    expect((await post(scan.path, Buffer.from('{"code":"\xff\xfe"}', 'latin1'), 'application/json')).status).toBe(200);
    expect((await post(scan.path, '{"code":"\\u0000"}', 'application/json')).status).toBe(400);
  });

  test('a form without its file or end, with two files, or too large, is refused', async () => {
    const path = `${product.import.path}?mode=dry`;
    const file = (size: number) => new Blob([Buffer.alloc(size, 'a')]);
    expect((await post(path, new FormData())).status).toBe(400);
    expect((await post(path, '{}', 'application/json')).status).toBe(400);
    expect((await post(path, 'x', 'multipart/form-data')).status).toBe(400);
    expect(
      (await post(path, '--b\r\ncontent-disposition: form-data; name="file"', 'multipart/form-data; boundary=b'))
        .status,
    ).toBe(400);
    const two = new FormData();
    two.append('file', file(10), 'a.csv');
    two.append('file', file(10), 'b.csv');
    expect((await post(path, two)).status).toBeLessThan(500);
    const large = new FormData();
    large.append('file', file(21 * 2 ** 20), 'a.csv');
    const refused = await post(path, large);
    expect([refused.status, refused.envelope.status_code]).toEqual([413, 413]);
    await alive();
  });
});
