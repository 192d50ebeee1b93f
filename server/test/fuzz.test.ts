import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type PlainAnswer } from './harness/ask.ts';
import { type TestServer, testServer } from './harness/server.ts';

// Hostile values in every field of every call, by the document that the server publishes of itself. What a field must
// not take is another matter (bad-input.test.ts): here, whatever it takes, nothing breaks, sleeps, leaks or is reflected.

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
}
interface Operation {
  method: string;
  path: string;
  query: [string, Schema][];
  body: Schema | undefined;
}

const marker = 'zq7kx';
const attacks = {
  boolean: [`' OR '1'='1`, `" OR ""="`, `1 OR 1=1`, `x') OR ('a'='a`, `' OR 1=1 -- -`, `\\' OR 1=1 -- `],
  union: [`' UNION SELECT null,account_name,name FROM account -- `, `0 UNION ALL SELECT version()`],
  stacked: [`'; DROP TABLE product; -- `, `1; UPDATE account SET name = 'owned'; -- `, `$$; DELETE FROM account; $$`],
  timed: [`'; SELECT pg_sleep(30); -- `, `' || pg_sleep(30) || '`, `1 AND 1=(SELECT 1 FROM pg_sleep(30))`],
  markup: [
    `<script>${marker}</script>`,
    `"><img src=x onerror=${marker}()>`,
    `'-${marker}-'`,
    `</title><svg/onload=${marker}()>`,
    `javascript:${marker}()`,
  ],
  paths: [
    '../../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/etc/passwd',
    'file:///etc/passwd',
  ],
  prototypes: ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__[polluted]'],
  headers: [`a\r\nSet-Cookie: ${marker}=1`, `a\r\n\r\n<html>${marker}`, `a\nX-${marker}: 1`, 'a%0d%0aX-Y: 1'],
  patterns: ['%', '_', '%%%%', '[', '(', '(a+)+$', '\\', '.*', '{{7*7}}', '#{7*7}', '<%= 7*7 %>'],
  bytes: ['a\0b', '\u0000', '\ufeff', '\u202e', '\ud800', '👩‍👩‍👧‍👧', 'ａ', 'İ', 'ﬀ', '\u{10ffff}', '\t\r\n'],
  numbers: [
    '-1',
    '0',
    '9007199254740993',
    '1e309',
    '0x10',
    'NaN',
    'Infinity',
    '-0',
    '٣',
    '1.5',
    '99999999999999999999',
  ],
};
const texts = Object.values(attacks).flat();
const odd: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  [{}],
  { $ne: null },
  { length: 1e9 },
];

let server: TestServer;
let operations: Operation[];
beforeAll(async () => {
  server = await testServer();
  const document = (await (await server.fetch('/api/openapi.json')).json()) as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters?: { name: string; in: string; schema: Schema }[];
          requestBody?: { content: Record<string, { schema: Schema }> };
        }
      >
    >;
  };
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((one) => one.in === 'query').map(({ name, schema }): [string, Schema] => [name, schema]),
      body: requestBody?.content['application/json']?.schema,
    })),
  );
  await server.sql`
    insert into product (id, product_code, product_name) overriding system value values (777777, 'P', '<b>p</b>')`;
});
afterAll(() => server.stop());

/** A value that the schema takes, or as near as makes no matter. */
function example(schema: Schema): unknown {
  const [arm = schema] = schema.anyOf ?? [];
  if (arm.enum) return arm.enum[0];
  const type = Array.isArray(arm.type) ? arm.type[0] : arm.type;
  switch (type) {
    case 'object':
      return Object.fromEntries((arm.required ?? []).map((key) => [key, example(arm.properties?.[key] ?? {})]));
    case 'array':
      return [example(arm.items ?? {})];
    case 'integer':
    case 'number':
      return arm.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return 'x'.repeat(Math.max(1, arm.minLength ?? 1));
  }
}

/** Sessions are ended and passwords exchanged by these. */
const endsSession = /loginout|closeall|sessions\/end/i;

async function send(
  { method, path, body }: Operation,
  query: Record<string, string>,
  input: unknown,
): Promise<PlainAnswer> {
  const asQuery = new URLSearchParams(query);
  const hasBody = body !== undefined && method !== 'GET';
  return ask(`${server.url}${path}${asQuery.size > 0 ? `?${asQuery}` : ''}`, {
    method,
    headers: {
      ...(endsSession.test(path) ? {} : { token: server.admin }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: typeof input === 'string' ? input : JSON.stringify(input) } : {}),
  });
}

/** The same of a page. */
const readPage = async (response: Response): Promise<PlainAnswer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  text: await response.text(),
});

function expectHarmless({ status, headers, text }: PlainAnswer, what: string): void {
  expect(status, `${what}: ${text.slice(0, 200)}`).toBeLessThan(500);
  // Nothing of it became a header, or markup that a browser would take for such.
  for (const [name, value] of Object.entries(headers)) expect(`${name}: ${value}`, what).not.toContain(marker);
  expect(headers['x-content-type-options'], what).toBe('nosniff');
  const type = headers['content-type'] ?? '';
  if (/html|svg|xml(?!formats)/.test(type)) expect(text, what).not.toMatch(/<(script|img|svg)[^>]*zq7kx|<script>zq7kx/);
  // Nothing of the inside comes out.
  expect(text, what).not.toMatch(
    /password_hash|PostgresError|PostgreSQL \d|at [\w.<>]+ \((?:file:|node:|\/)|node_modules|root:x:0:0|\$argon2/,
  );
}

const kinds = Object.values(attacks);
let round = 0;
/** The values one field is tried with: of some kinds, the next field's of the next ones. */
const hostileTexts = (): string[] => {
  round++;
  const some = [0, 1, 2].map((n) => kinds[(3 * round + n) % kinds.length] as string[]);
  return some.map((kind) => kind[round % kind.length] as string);
};

async function withCaptureLock<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

describe('every call', () => {
  test('reads hostile texts in its query literally', async () => {
    await withCaptureLock(operations, 6, async (operation) => {
      const least = Object.fromEntries(operation.query.map(([key, schema]) => [key, String(example(schema))]));
      for (const [key] of operation.query) {
        for (const value of hostileTexts()) {
          const input = operation.body ? example(operation.body) : undefined;
          expectHarmless(await send(operation, { ...least, [key]: value }, input), `${operation.path} ${key}=${value}`);
        }
      }
    });
  }, 60_000);

  test('reads hostile texts in its body literally, in every field and below', async () => {
    const posts = operations.filter(({ body }) => body?.properties);
    await withCaptureLock(posts, 6, async (operation) => {
      const least = example(operation.body as Schema) as Record<string, unknown>;
      for (const [key, schema] of Object.entries(operation.body?.properties ?? {})) {
        const wrap = (value: unknown) => ((schema.anyOf?.[0] ?? schema).type === 'array' ? [value] : value);
        const values = [...hostileTexts().map(wrap), odd[round % odd.length], odd[(round * 7) % odd.length]];
        for (const value of values) {
          const what = `${operation.path} ${key}=${JSON.stringify(value)}`;
          expectHarmless(await send(operation, {}, { ...least, [key]: value }), what);
        }
      }
    });
  }, 120_000);

  test('refuses names that reach into the language, and bodies that are only deep', async () => {
    const deep = (n: number) => `${'['.repeat(n)}${']'.repeat(n)}`;
    const bodies = [
      '{"__proto__":{"polluted":"yes"}}',
      '{"constructor":{"prototype":{"polluted":"yes"}}}',
      '{"a":{"__proto__":{"polluted":"yes"}}}',
      `{"x":${deep(20_000)}}`,
      deep(50_000),
      `{"a":"${'x'.repeat(100_000)}"`,
      `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
    ];
    const posts = operations.filter(({ body }) => body !== undefined);
    await withCaptureLock(posts, 6, async (operation) => {
      const one = bodies[round++ % bodies.length] as string;
      for (const body of [bodies[0] as string, bodies[1] as string, one]) {
        const sent = await send(operation, {}, body);
        expectHarmless(sent, `${operation.path} ${body.slice(0, 60)}`);
      }
    });
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  }, 60_000);

  test('accepts any JSON without failing', async () => {
    const posts = operations.filter(({ body }) => body !== undefined && !endsSession.test(body.toString()));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), fc.jsonValue({ maxDepth: 4 }), async (operation, value) => {
        const least = example(operation.body as Schema) as Record<string, unknown>;
        const key = Object.keys(operation.body?.properties ?? { a: {} })[0] ?? 'a';
        expectHarmless(await send(operation, {}, { ...least, [key]: value }), operation.path);
        expectHarmless(await send(operation, {}, JSON.stringify(value)), operation.path);
      }),
      { numRuns: 150, seed: 20_260_131 },
    );
  }, 60_000);
});

describe('a request that is not a call', () => {
  const shown = [
    '/c',
    '/c/',
    '/m/q',
    '/m/q?c=',
    '/01/',
    '/01/09506000134352/21/',
    '/',
    '/login',
    '/assets/',
    '/api/docs/',
    '/api/base/pictures/',
    '/pictures/',
  ];

  test('reflects no markup, splits no header and reaches no file', async () => {
    await withCaptureLock(shown, 4, async (path) => {
      for (const value of texts) {
        for (const url of [
          `${path}${encodeURIComponent(wellFormed(value))}`,
          `${path}?c=${encodeURIComponent(wellFormed(value))}`,
        ]) {
          const response = await server.fetch(url, { redirect: 'manual' });
          const sent = await readPage(response);
          if (sent.status === 302 || sent.status === 307) {
            // A redirect carries the text on, as part of an address of ours.
            const location = new URL(response.headers.get('location') ?? '', server.url);
            expect(location.protocol, url).toMatch(/^https?:$/);
            expect(sent.text, url).not.toContain('<script>');
            continue;
          }
          expectHarmless(sent, url);
        }
      }
    });
  }, 60_000);

  test('answers the same to invalid languages, hosts and addresses', async () => {
    for (const value of [...attacks.markup, ...attacks.patterns, 'x'.repeat(8000)]) {
      for (const name of [
        'accept-language',
        'user-agent',
        'referer',
        'x-forwarded-for',
        'x-forwarded-host',
        'cookie',
        'token',
      ]) {
        const response = await server.fetch('/c/x', { headers: { [name]: value }, redirect: 'manual' });
        expectHarmless(await readPage(response), `${name}: ${value}`);
      }
    }
  });
});

test('no request leaves any damage', async () => {
  const [row] = await server.sql<{ products: number; accounts: number; owned: number }[]>`
    select (select count(*)::int from product where product_code = 'P') as products,
      (select count(*)::int from account where administrator) as accounts,
      (select count(*)::int from account where name = 'owned') as owned`;
  expect(row).toEqual({ products: 1, accounts: 1, owned: 0 });
  expect((await server.fetch('/healthz')).status).toBe(200);
});

/** Half of a surrogate pair cannot be written in an address. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}
