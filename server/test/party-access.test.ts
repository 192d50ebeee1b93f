import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { menuNodes, type Permission } from '@suyuan/contract/menu.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import type Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '#tables.ts';
import { ask } from './harness/ask.ts';
import { type TestServer, testServer } from './harness/server.ts';

// Two factories and two dealers. A row in every table that distinguishes parties belongs to one pair of them, a row in
// every table of the enterprise to nobody: the people of the other pair, with every permission there is, try every call
// on all of them. What is seen or changed is a leak. A new table and a new call are in here by being declared.

type Kind = 'factory' | 'dealer';
interface Schema extends Type.TSchema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  minimum?: number;
  items?: Schema;
  anyOf?: Schema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** Stands in every text of a row that is not theirs to see. */
const mark = 'not-yours';
/** Rows of the other factory have this id in every table, those of the other dealer that, the enterprise's the last. */
const ids = { factory: 1_000_001, dealer: 1_000_002, enterprise: 1_000_003 } as const;
/** No row has it. */
const nobody = 1_999_999;

/** Calls that also show people of a party rows of the enterprise, and why. */
const visibleToAll: Record<string, string> = {
  '/api/physical/refund/warehouses': 'where a dealer may send goods back to',
};
/** Calls that answer another's id otherwise than one that is nobody's, and why. */
const distinguishable: Record<string, string> = {
  '/api/physical/refund/add warehouse_id': 'a dealer sends goods back to a warehouse of a factory',
};

const everything = menuNodes().flatMap(({ node }) => [
  node.key,
  ...(node.buttons ?? []).map((verb) => `${node.key}:${verb}`),
]) as Permission[];

let server: TestServer;
const outsiders: { kind: Kind; token: string }[] = [];
let before: Map<string, string>;

beforeAll(async () => {
  server = await testServer();
  for (const kind of ['factory', 'dealer'] as const) {
    const id = await server.party(kind);
    outsiders.push({ kind, token: await server.as(everything, { [kind]: id }) });
  }
  await server.sql`insert into product (product_code, product_name) values ('P', 'P')`;
  await seed();
  before = await contents();
}, 120_000);
afterAll(() => server.stop());

interface Column {
  table: string;
  column: string;
  type: string;
  needed: boolean;
  refers: string | null;
  choices: string | null;
}

/** A row of the other factory, the other dealer and the enterprise in every table that has such. */
async function seed(): Promise<void> {
  const columns = await server.sql<Column[]>`
    select c.table_name as "table", c.column_name as "column", c.udt_name as type,
      c.is_nullable = 'NO' and c.column_default is null as needed,
      (select r.relname from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.contype = 'f' and k.conrelid = t.oid and k.conkey = array[a.attnum] limit 1) as refers,
      (select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[''([^'']*)''') from pg_constraint k
        where k.contype = 'c' and k.conrelid = t.oid and k.conkey = array[a.attnum] limit 1) as choices
    from information_schema.columns c
    join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attname = c.column_name
    where c.table_schema = 'public' and c.is_generated = 'NEVER'`;
  const checks = await server.sql<{ table: string; name: string }[]>`
    select t.relname as "table", conname as name from pg_constraint join pg_class t on t.oid = conrelid
    where contype = 'c' and connamespace = 'public'::regnamespace`;
  await server.sql.begin(async (sql) => {
    // The rows stand for what there could be: whether they make sense together does not matter here.
    // Told to the workers of a cluster, too.
    await sql`set local citus.propagate_set_commands = 'local'`;
    await sql`set local session_replication_role = replica`;
    for (const { table, name } of checks) await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;
    for (const [table, of] of Map.groupBy(columns, (column) => column.table)) {
      for (const owner of ownersOf(table)) {
        const row = of.flatMap((column): [string, unknown][] => {
          const value = cellFor(column, owner);
          return value === undefined ? [] : [[column.column, value]];
        });
        const names = row.map(([name]) => name);
        await sql`
          insert into ${sql(table)} (${sql(names)}) overriding system value
          select ${sql(names)} from json_populate_record(null::${sql(table)}, ${JSON.stringify(Object.fromEntries(row))}::text::json)
          on conflict do nothing
        `.catch((cause) => {
          throw new Error(`No row could be made in ${table}: ${cause.message}`, { cause });
        });
      }
    }
  });
}

type Owner = Kind | 'enterprise';

/** Tables with rows of the system's own, which no other could join. */
const ofTheSystem = [
  'schema_migration',
  'master_key',
  'audit_head',
  'scan_privacy',
  'warning_cursor',
  'rights_version',
  'act_reading',
];

function ownersOf(table: string): Owner[] {
  if (ofTheSystem.includes(table)) return [];
  const rule = tables.get(table)?.rows ?? 'everyone';
  if (rule === 'everyone') return [];
  return rule === 'enterprise' ? ['enterprise'] : (Object.keys(rule) as Kind[]);
}

/** What a column holds in the row of an owner; undefined where it says nothing of its own. */
function cellFor({ table, column, type, needed, refers, choices }: Column, owner: Owner): unknown {
  const rule = tables.get(table)?.rows as Partial<Record<Owner, unknown>>;
  const own = rule[owner] as string | { column: string } | undefined;
  if (column === 'id' && type !== 'uuid') return ids[owner];
  if (column === own || (typeof own === 'object' && column === own.column)) return ids[owner];
  if (column === 'account_type') return { factory: 2, dealer: 3, enterprise: 1 }[owner];
  if (type === 'uuid') return `00000000-0000-4000-8000-00000${ids[owner]}`;
  if (refers !== null) {
    if (!needed) return undefined;
    const owners = ownersOf(refers);
    return owners.length === 0 ? 1 : ids[owners.includes(owner) ? owner : (owners[0] as Owner)];
  }
  if (type === 'text' && !column.startsWith('search_')) {
    if (choices !== null) return needed ? choices : undefined;
    return `${mark}-${table}-${owner}`;
  }
  // The server itself would try to deliver it.
  if (column === 'paused') return true;
  // What waits for somebody without it is given one by the server, whoever asks for what.
  if (column === 'due_at') return plainValues[type];
  // Often the key.
  if (type === 'bytea') return `\\x${ids[owner]}0`;
  return needed ? (plainValues[type] ?? 1) : undefined;
}

/** Values of types that are no numbers. */
const plainValues: Record<string, unknown> = {
  bool: false,
  date: '2026-01-31',
  timestamptz: '2026-01-31T00:00:00Z',
  json: {},
  jsonb: {},
  inet: '192.0.2.1',
  cidr: '192.0.2.0/24',
  _text: [mark],
  _int8: [1],
};

/** All rows of others, and all that refers to them. */
async function contents(): Promise<Map<string, string>> {
  const owned = [...tables.keys()].filter((table) => ownersOf(table).length > 0);
  const found = await Promise.all(
    // The logs grow by each call, and the requests stand in them; the server itself derives work items with
    // their notices, and stops, from rows.
    owned
      .filter(
        (table) =>
          !/^(access_|audit_|login_|work_item|work_touched|line_stop|line_p|line_minute|line_alarm|order_run|act_)/.test(
            table,
          ),
      )
      .map(async (table): Promise<[string, string]> => {
        const rows = await server.sql<{ row: string }[]>`
          select (to_jsonb(t) - '{seen_at,judged,outbox_no}'::text[])::text as row from ${server.sql(table)} t
          where t::text ~ ${`${mark}|${Object.values(ids).join('|')}`} and t::text !~ 'work_item:' order by 1`;
        return [table, rows.map(({ row }) => row).join('\n')];
      }),
  );
  return new Map(found);
}

/** The fields of a call that hold ids, and how an id is written there. */
function idFields(call: Call): [string, (id: number) => unknown][] {
  return Object.entries((call.input as Schema).properties ?? {}).flatMap(
    ([key, schema]): [string, (id: number) => unknown][] => {
      if (!/(^|_)ids?$/.test(key)) return [];
      const arm = schema.anyOf?.[0] ?? schema;
      if (arm.type === 'array') return [[key, (id: number) => (arm.items?.type === 'string' ? [String(id)] : [id])]];
      return [[key, (id: number) => (arm.type === 'string' ? String(id) : id)]];
    },
  );
}

function example(schema: Schema): unknown {
  const [arm = schema] = schema.anyOf ?? [];
  if (arm.enum) return arm.enum[0];
  switch (arm.type) {
    case 'object':
      return Object.fromEntries((arm.required ?? []).map((key) => [key, example(arm.properties?.[key] as Schema)]));
    case 'array':
      return [example(arm.items as Schema)];
    case 'integer':
    case 'number':
      return arm.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      if (arm.pattern?.includes('\\d{5}')) return '110000';
      return arm.format === 'date-time' ? '2026-01-31T00:00:00Z' : 'x'.repeat(arm.minLength ?? 1);
  }
}

/** What a call answers, as text; lists in files as CSV. */
async function answerOf(call: Call, input: Record<string, unknown>, token: string) {
  const inQuery = call.method === 'GET' || call.upload === true;
  const asText = Object.entries(input).map(([key, value]) => [key, String(value)]);
  const { status, text } = await ask(`${server.url}${call.path}${inQuery ? `?${new URLSearchParams(asText)}` : ''}`, {
    method: call.method,
    headers: { token, ...(inQuery ? {} : { 'content-type': 'application/json' }) },
    ...(inQuery ? {} : { body: JSON.stringify(input) }),
  });
  const code = text.startsWith('{"status_code"') ? (JSON.parse(text) as { code: number }).code : 0;
  return { status, code, text };
}

const formatOf = (call: Call) => ('format' in ((call.input as Schema).properties ?? {}) ? { format: 'csv' } : {});
const tried = calls.filter((call) => call !== loginout && call.access !== 'public' && call.access !== 'device');

describe.each(tried.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  const least = { ...(example(call.input as Schema) as Record<string, unknown>), ...formatOf(call) };

  test('returns no rows of others', async () => {
    for (const { kind, token } of outsiders) {
      const { status, text } = await answerOf(call, least, token);
      expect(status, text).toBeLessThan(500);
      if (!Object.hasOwn(visibleToAll, call.path)) expect(text, kind).not.toContain(mark);
    }
  });

  test('does not distinguish an id of others from an unknown one', async () => {
    for (const [key, written] of idFields(call)) {
      for (const { kind, token } of outsiders) {
        const none = await answerOf(call, { ...least, [key]: written(nobody) }, token);
        for (const id of Object.values(ids)) {
          const one = await answerOf(call, { ...least, [key]: written(id) }, token);
          const what = `${kind}: ${key} ${id}: ${one.text.slice(0, 300)}`;
          if (!Object.hasOwn(visibleToAll, call.path)) expect(one.text, what).not.toContain(mark);
          expect(one.status, what).toBeLessThan(500);
          if (Object.hasOwn(distinguishable, `${call.path} ${key}`)) continue;
          expect([one.status, one.code], what).toEqual([none.status, none.code]);
        }
      }
    }
  });
});

test('no call changes or takes rows of others', async () => {
  expect(await contents()).toEqual(before);
});
