import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cutDown, importedFromAntd, stylesOf } from './antd-css.ts';

const folder = join(dirname(createRequire(import.meta.url).resolve('antd/package.json')), 'es');

test('what is imported from antd is found, types left out', () => {
  const sources = [
    "import { Button, type ButtonProps, theme as antd } from 'antd';",
    "import {\n  Table,\n} from 'antd';",
  ];
  expect([...importedFromAntd(sources)]).toEqual(['Button', 'theme', 'Table']);
});

test('a component brings the styles of the components it is made of', () => {
  expect(existsSync(folder)).toBe(true);
  const styles = stylesOf(['Table'], folder);
  for (const style of ['Table', 'Pagination', 'Spin', 'Checkbox', 'Dropdown', 'Button', 'Empty']) {
    expect(styles, style).toContain(style);
  }
  expect(styles).not.toContain('Tour');
});

test('rules of other components are left out, everything else stays', () => {
  const css =
    '.ant-btn{a:"}"}.ant-col-1{b:1}.ant-color-picker{c:1}.ant-tree-select .ant-btn{d:1}.ant-btn-x,.ant-tour{e:1}' +
    '@media (x){.ant-btn{f:1}.ant-tour{g:1}}@media (y){.ant-tour{h:1}}@keyframes k{0%{i:1}}.ant-fade-enter{j:1}' +
    '.data-ant-cssinjs-cache-path{content:"Button-Button|ant-btn|a:x;|Tour-Tour|ant-tour|a:y;|Grid-Grid|ant-col|a:z;' +
    '|ColorPicker-ColorPicker|ant-color-picker|a:w;|Tree-Tree|ant-tree|a:v;|TreeSelect-TreeSelect|ant-tree-select|a:u"}';
  expect(cutDown(css, new Set(['Button', 'Grid', 'Tree']))).toBe(
    '.ant-btn{a:"}"}.ant-col-1{b:1}.ant-btn-x,.ant-tour{e:1}@media (x){.ant-btn{f:1}}@keyframes k{0%{i:1}}.ant-fade-enter{j:1}',
  );
});
