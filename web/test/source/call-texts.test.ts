import { readFileSync } from 'node:fs';
import { calls } from '@suyuan/contract/calls.ts';
import { expect, test } from 'vitest';
import { callTextKeys } from '#core/i18n/menuText.ts';

// Logs say in words what was done.

const texts = JSON.parse(readFileSync(new URL('../../../locales/en/console.json', import.meta.url), 'utf8'));
const changes = calls.filter(
  ({ method, effect, traced }) => traced || effect === 'change' || (method === 'POST' && effect !== 'none'),
);

test('every logged call has a text', () => {
  const wordless = changes.filter(
    ({ path }) =>
      !callTextKeys(path)
        .slice(0, -1)
        .some((key) => key in texts),
  );
  expect(wordless.map(({ path }) => path)).toEqual([]);
});
