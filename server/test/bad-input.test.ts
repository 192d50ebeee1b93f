import { gzipSync } from 'node:zlib';
import { product } from '@suyuan/contract/base/product/product.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { codeOrder, orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import fc from 'fast-check';
import type Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantOf } from './goods/line.ts';
import { type TestServer, testServer } from './harness/server.ts';

// What a hostile or careless caller sends to every call, made from the contract's own schemas.

let server: TestServer;
let before: string;
/** Calls of devices are made by one, all others by the administrator. */
let asDevice: Record<string, string>;
beforeAll(async () => {
  const started = await testServer();
  const { device } = await (await plantOf(started)).line();
  asDevice = { 'device-key': device.key };
  server = {
    ...started,
    call: (call, input, options) =>
      started.call(call, input, { ...options, headers: { ...asDevice, ...options?.headers } }),
  };
  before = await contents();
});
afterAll(() => server.stop());

type Schema = Type.TSchema & {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  maxLength?: number;
  maximum?: number;
  minimum?: number;
  items?: Schema;
  anyOf?: Schema[];
  format?: string;
  minLength?: number;
  maxItems?: number;
  minItems?: number;
};

const contents = async () => {
  const [row] = await server.sql<{ counts: string }[]>`
    select concat_ws(' ', (select count(*) from product), (select count(*) from code_rule), (select count(*) from code_order),
      (select count(*) from account), (select count(*) from consumer_scan)) as counts`;
  return row?.counts ?? '';
};
const fieldsOf = (envelope: { data: unknown }) =>
  ((envelope.data as { fields?: { path: string; message: string }[] } | null)?.fields ?? []).map(({ path }) => path);
const propertiesOf = (call: Call) => Object.entries((call.input as Schema).properties ?? {});
const inQuery = (call: Call) => call.method === 'GET' || call.upload === true;

/** An input that the schema accepts. */
function example(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return example(schema.anyOf[0] as Schema);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, example(schema.properties?.[key] as Schema)]),
      );
    case 'array':
      return [example(schema.items as Schema)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return schema.format === 'date-time' ? '2026-01-31T00:00:00Z' : 'x'.repeat(schema.minLength ?? 1);
  }
}

/** Values that no field of this kind takes. */
function wrongValues(schema: Schema, query: boolean): unknown[] {
  const arm = schema.anyOf?.[0] ?? schema;
  const texts = ["' OR 1=1 --", '1; DROP TABLE product; --', 'a\0b', 'x'.repeat(6000)];
  if (arm.enum || arm.type === 'integer' || arm.type === 'number' || arm.type === 'boolean')
    return [...texts, '1e999', 'NaN', ...(query ? [] : [{}, [], '7'])];
  if (arm.type === 'array') {
    const wrongItem = arm.items?.type === 'integer' ? 'x' : 7;
    return query
      ? []
      : ['text', {}, 7, ['a\0b'], [wrongItem], Array.from({ length: (arm.maxItems ?? 10_000) + 1 }, () => 'x')];
  }
  if (arm.type === 'object') return query ? [] : ['text', 7, [], true, { surprise: 1 }];
  // Half of a surrogate pair can be written in JSON, and in no address.
  return ['a\0b', 'x'.repeat((arm.maxLength ?? 6000) + 1), ...(query ? [] : ['\ud800', 7, {}, [], true])];
}

/** What a form sends for a field that nobody filled in, where the field does not take it. */
function nothings(schema: Schema): unknown[] {
  const arms = schema.anyOf ?? [schema];
  const takesNull = arms.some(({ type, enum: choices }) => type === 'null' || choices?.includes(null));
  const isFilled = arms.every(({ minItems }) => minItems !== undefined && minItems > 0);
  return [...(takesNull ? [] : [null]), ...(isFilled ? [[]] : [])];
}

const shape = (call: Call) => `${call.method} ${call.path}`;

describe.each(calls.map((call) => [shape(call), call] as const))('%s', (_, call) => {
  test('refuses wrong values with a 400 that names the field', async () => {
    const good = example(call.input as Schema) as Record<string, unknown>;
    for (const [key, schema] of propertiesOf(call)) {
      for (const value of wrongValues(schema, inQuery(call))) {
        const { status, envelope } = await server.call(call, { ...good, [key]: value });
        const tried = `${key} = ${JSON.stringify(value).slice(0, 60)}`;
        expect(status, tried).toBe(400);
        expect(
          fieldsOf(envelope).some((path) => path === key || path.startsWith(`${key}.`)),
          tried,
        ).toBe(true);
      }
    }
  });

  test.skipIf(inQuery(call))('refuses an empty field by name', async () => {
    const good = example(call.input as Schema) as Record<string, unknown>;
    for (const [key, schema] of propertiesOf(call)) {
      for (const value of nothings(schema)) {
        const { status, envelope } = await server.call(call, { ...good, [key]: value });
        expect([key, value, status, fieldsOf(envelope)]).toEqual([key, value, 400, expect.arrayContaining([key])]);
      }
    }
  });

  test('accepts every choice it declares', async () => {
    // A POST lacks its other fields here: nothing is written.
    const others = inQuery(call) ? (example(call.input as Schema) as object) : {};
    for (const [key, schema] of propertiesOf(call)) {
      for (const choice of (schema.anyOf?.[0] ?? schema).enum ?? []) {
        const { envelope } = await server.call(call, { ...others, [key]: choice });
        const refused = typeof envelope === 'object' && fieldsOf(envelope).includes(key);
        expect([key, choice, refused]).toEqual([key, choice, false]);
      }
    }
  });

  test('names every missing and unknown field', async () => {
    const { status, envelope } = await server.call(call, { surprise: '1' });
    expect(status).toBe(400);
    const required = (call.input as Schema).required ?? [];
    expect(fieldsOf(envelope)).toEqual(expect.arrayContaining(['surprise', ...required]));
  });

  test('limits the length of every text and the range of every number', () => {
    const unbounded = propertiesOf(call).flatMap(([key, schema]) => {
      const arm = schema.anyOf?.[0] ?? schema;
      const items = arm.type === 'array' ? (arm.items as Schema) : arm;
      if (items.enum) return [];
      if (items.type === 'string') return items.maxLength === undefined ? [key] : [];
      if (items.type === 'integer') return items.maximum === undefined || items.minimum === undefined ? [key] : [];
      return [];
    });
    expect(unbounded).toEqual([]);
  });
});

test('bodies that are no JSON object, too deep, too large or of another type are refused in the envelope', async () => {
  const posts = calls.filter((call) => call.method === 'POST' && !call.upload);
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '7',
    deep,
    '{"__proto__":{"administrator":true}}',
    '{"constructor":{"prototype":{}}}',
    '\xff\xfe',
  ];
  for (const call of posts) {
    // Nothing at all is a right input of signing out: not with the session that the other tests need.
    const token = call === loginout ? '' : server.admin;
    for (const body of bodies) {
      const response = await server.fetch(call.path, {
        method: 'POST',
        headers: { token, ...asDevice, 'content-type': 'application/json' },
        body: Buffer.from(body, 'latin1'),
      });
      const envelope = (await response.json()) as { status_code: number };
      const empty = (body === '' || body === 'null') && (call.input as Schema).required === undefined;
      if (!empty) expect(response.status, `${call.path} ${body.slice(0, 20)}`).toBe(400);
      expect(response.status).toBeLessThan(500);
      expect(envelope.status_code).toBe(response.status);
    }
    const xml = await server.fetch(call.path, {
      method: 'POST',
      headers: { token, ...asDevice, 'content-type': 'application/xml' },
      body: '<a/>',
    });
    expect(xml.status).toBe(415);
  }
  const large = await server.call(codesQuery, { codes: Array.from({ length: 10_000 }, () => 'x'.repeat(2000)) });
  expect(large.status).toBe(413);
});

test('a compressed body is limited by its expanded size', async () => {
  const send = (body: Buffer) =>
    server.fetch(codesQuery.path, {
      method: 'POST',
      headers: { token: server.admin, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(body),
    });
  expect((await send(gzipSync('{"codes":["x"]}'))).status).toBe(200);
  expect((await send(gzipSync(Buffer.alloc(50 * 2 ** 20, ' ')))).status).toBe(413);
  expect((await send(Buffer.from('no gzip at all'))).status).toBe(400);
});

test('an oversized list is refused in one sentence, before its items are checked', async () => {
  const { status, envelope } = await server.call(codesQuery, { codes: Array.from({ length: 2_000_000 }, () => 1) });
  expect([status, fieldsOf(envelope)]).toEqual([400, ['codes']]);
  const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`a${index}`, 1]));
  const crowded = await server.call(codesQuery, members);
  expect([crowded.status, fieldsOf(crowded.envelope)]).toEqual([400, ['']]);
});

test('an invalid or unsupported date and time is refused', async () => {
  const moments = [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '2201-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2016-12-31T23:59:60Z',
    '2026-02-30T00:00:00Z',
    '2026-01-31',
    'yesterday',
  ];
  for (const from of moments) {
    const { status, envelope } = await server.call(consumerScan.page, { from });
    expect([from, status, fieldsOf(envelope)]).toEqual([from, 400, ['from']]);
  }
  expect((await server.call(consumerScan.page, { from: '1900-01-01T00:00:00Z' })).status).toBe(200);
  expect((await server.call(consumerScan.page, { to: '2200-12-31T23:59:59Z' })).status).toBe(200);
});

test('a malformed form is refused, naming the file', async () => {
  const post = (body: string | undefined, type = 'multipart/form-data; boundary=x') =>
    server.fetch(`${product.import.path}?mode=all`, {
      method: 'POST',
      headers: { token: server.admin, ...(type ? { 'content-type': type } : {}) },
      ...(body === undefined ? {} : { body }),
    });
  const opened = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nproduct_code';
  const attempts = [
    post('x', 'multipart/form-data'),
    post(opened),
    post('garbage'),
    post('--x--\r\n'),
    post('{}', 'application/json'),
    post(undefined, ''),
  ];
  for (const response of await Promise.all(attempts)) {
    expect(response.status).toBe(400);
    expect(fieldsOf((await response.json()) as { data: unknown })).toEqual(['file']);
  }
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(21 * 2 ** 20, 'a')]), 'a.csv');
  const large = await server.fetch(`${product.import.path}?mode=all`, {
    method: 'POST',
    headers: { token: server.admin },
    body: form,
  });
  expect(large.status).toBe(413);
  // It says how large a file may be, and what to do.
  const { message } = (await large.json()) as { message: string };
  expect(message).toBe('The file is larger than 20 MB. Compress it or split it, and send it again');
});

test('refuses a million rows a page, a page below one, and an unknown sort column', async () => {
  const { status, envelope } = await server.call(codeOrder.page, { size: 1_000_000, page: -1, sort: 'password_hash' });
  expect(status).toBe(400);
  expect(fieldsOf(envelope).sort()).toEqual(['page', 'size', 'sort']);
});

test('none of this left a trace', async () => {
  expect(await contents()).toBe(before);
});

test('SQL in a text is stored and found as text', async () => {
  const names = [
    `'; DROP TABLE product; --`,
    `" OR ""="`,
    `\\'); SELECT pg_sleep(5); --`,
    '%',
    '_',
    '{{7*7}}',
    '<script>alert(1)</script>',
  ];
  for (const [index, product_name] of names.entries()) {
    await server.data(product.add, { product_code: `SQL-${index}`, product_name });
    const { rows } = await server.data(product.page, { keyword: product_name });
    expect(rows.map((row) => row.product_name)).toContain(product_name);
  }
  const { rows } = await server.data(product.page, { keyword: '%' });
  expect(rows.map((row) => row.product_name)).toEqual(['%']);
});

test('messages are in the requested language', async () => {
  const messageIn = async (language: string) => (await server.call(orderAdd, {}, { language })).envelope.message;
  expect(await messageIn('zh-CN')).toBe('rule_id：必填');
  expect(await messageIn('en-GB,en;q=0.8')).toBe('rule_id: is required');
  expect(await messageIn('eo, es;q=0.5')).toBe('rule_id: es obligatorio');
  expect(await messageIn('ja')).toBe('rule_id：必須です');
});

test('no input makes a call fail', async () => {
  const anything = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.object(),
  );
  const attempt = fc.constantFrom(...calls.filter((call) => call !== loginout)).chain((call) => {
    const keys = propertiesOf(call).map(([key]) => key);
    return fc.record({
      call: fc.constant(call),
      input: fc.dictionary(keys.length > 0 ? fc.constantFrom(...keys) : fc.string(), anything),
    });
  });
  await fc.assert(
    fc.asyncProperty(attempt, async ({ call, input }) => {
      // In an address all is text: not every object is one by itself.
      const asText = () => Object.entries(input).map(([key, value]) => [key, JSON.stringify(value)]);
      const { status } = await server.call(call, inQuery(call) ? Object.fromEntries(asText()) : input);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 400 },
  );
});

test('a rule is created completely or not at all', async () => {
  const rule = {
    rule_name: 'x',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 5,
    check: 'none',
    carrier: 'plain',
  };
  const { status, envelope } = await server.call(codeRule.add, rule);
  expect(status).toBe(400);
  expect(fieldsOf(envelope)).toEqual(['body_length']);
});
