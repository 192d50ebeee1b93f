import { expect, test } from 'vitest';
import { statementsOf } from './migrate.ts';

test('splits a file at the semicolons that end statements', () => {
  expect(statementsOf('select 1;\n\nselect 2 -- not; here\n;\n/* nor; here */ select 3 - 1, 4 / 2')).toEqual([
    'select 1',
    'select 2',
    'select 3 - 1, 4 / 2',
  ]);
});

test('ignores semicolons in strings, names and function bodies', () => {
  for (const statement of [
    `select ';', 'it''s; -- one', '--'`,
    `select 1 as "a;b"`,
    'create function f() returns void language sql as $$ select 1; select 2 $$',
    'do $body$ begin perform $$ ; $$; end $body$',
  ]) {
    expect(statementsOf(`${statement};\nselect 1;`)).toEqual([statement, 'select 1']);
  }
});

test('finds no statements in a file without any', () => {
  expect(statementsOf('-- nothing;\n;;\n')).toEqual([]);
});
