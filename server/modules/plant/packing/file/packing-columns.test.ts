import { readFile } from 'node:fs/promises';
import { languages } from '@suyuan/contract/languages.ts';
import { expect, test } from 'vitest';
import { columnsNamedBy } from './packing-columns.ts';

const titled = { parent: 1, child: 0, titled: true };

test.each(languages)('columns are recognised by the titles of the screen in %s', async (language) => {
  const file = new URL(`../../../../../locales/${language}/plant.json`, import.meta.url);
  const texts = JSON.parse(await readFile(file, 'utf8'));
  expect(columnsNamedBy([texts['relevance.columnChild'], texts['relevance.columnParent']])).toEqual(titled);
});

test.each([
  ['内装码', '外包装码'],
  ['瓶码', '箱码'],
  ['产品码', '托盘码'],
  ['bottle', 'Box'],
  ['serial_no', 'case_id'],
  ['子コード', 'ケースコード'],
])('columns are recognised by titles of other systems: %s in %s', (child, parent) => {
  expect(columnsNamedBy([child, parent])).toEqual(titled);
});

test('codes are not taken for titles', () => {
  expect(columnsNamedBy(['169008806138944805', '7537825639735328'])).toEqual({ parent: 0, child: 1, titled: false });
});
