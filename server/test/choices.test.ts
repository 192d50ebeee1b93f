import { readdirSync } from 'node:fs';
import { type DeclaredList, isDeclared } from '@suyuan/contract/thing/thing.ts';
import type Type from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from './harness/server.ts';

// The contract declares what a field can be, and the database enforces it: both must agree.

type Values = readonly (string | number)[];

let server: TestServer;
/** By `table.column`, every column that a declared field may be. */
const columns = new Set<string>();
/** By the same, what CHECKs of that one column let pass. */
const checked = new Map<string, Values>();
/** By the same, what fields with choices can be. */
const declared = new Map<string, Values>();
const fields = new Set<string>();

beforeAll(async () => {
  server = await testServer();
  for (const { table, column } of await server.sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`) {
    columns.add(`${table}.${column}`);
  }
  for (const { table, column, definition } of await server.sql<{ table: string; column: string; definition: string }[]>`
    select t.relname as table, a.attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`) {
    const values = valuesIn(definition);
    if (values) checked.set(`${table}.${column}`, values);
  }
  for (const { table, fields: described } of await declaredLists()) {
    for (const [key, { schema }] of Object.entries(described)) {
      const column = `${table}.${key}`;
      // Kinds of work come with code, not with migrations.
      if (!columns.has(column) || key === 'waiting') continue;
      fields.add(column);
      const choices = choicesOf(schema);
      // Several screens may show rows of one table, each those of its kinds.
      if (choices) declared.set(column, [...new Set([...(declared.get(column) ?? []), ...choices])]);
    }
  }
});
afterAll(() => server.stop());

test('every field with choices is a column with exactly these', () => {
  expect(declared.size).toBeGreaterThan(20);
  expect(sorted([...declared])).toEqual(
    sorted([...declared.keys()].map((column) => [column, checked.get(column)] as const)),
  );
});

test('every column with a few values is declared with them', () => {
  expect([...checked.keys()].filter((column) => fields.has(column) && !declared.has(column))).toEqual([]);
});

test('every field that names a record declares the column it refers to', async () => {
  for (const { list, fields: described } of await declaredLists()) {
    const references = Object.values(described).flatMap(({ names }) => (names ? [names.by] : []));
    expect([list, references.filter((by) => by !== 'id' && !described[by])]).toEqual([list, []]);
  }
});

/** The lists and things that the contract declares. */
async function declaredLists(): Promise<DeclaredList[]> {
  const folder = new URL('../../contract/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /^[\w/-]+\.ts$/.test(name));
  const contract = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<object>));
  return contract.flatMap((exported) => Object.values(exported).filter(isDeclared));
}

/** The values of a CHECK that compares with a list of them: `CHECK ((level = ANY (ARRAY[1, 2])))`. */
function valuesIn(definition: string): Values | undefined {
  const list = /^CHECK \(\(\(?\w+\)?(?:::\w+)? = ANY \(+ARRAY\[(.*?)\]/.exec(definition)?.[1];
  return list?.split(', ').map((value) => /^'(.*)'::text$/.exec(value)?.[1] ?? Number(value));
}

function choicesOf(schema: Type.TSchema): Values | undefined {
  const { enum: values, anyOf = [] } = schema as { enum?: Values; anyOf?: readonly Type.TSchema[] };
  return values ?? anyOf.map(choicesOf).find(Boolean);
}

/** In an order of their own: what a list of choices begins with means nothing to the database. */
const sorted = (entries: readonly (readonly [string, Values | undefined])[]) =>
  entries
    .map(([column, values]) => [column, [...(values ?? ['no CHECK'])].toSorted().join()] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));
