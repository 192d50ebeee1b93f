import { expect, test } from 'vitest';
import { takenApart } from './antd-css.ts';

const registered =
  '.data-ant-cssinjs-cache-path{content:"Button-Button|ant-btn|a:x;|Tour-Tour|ant-tour|a:y;|Grid-Grid|ant-row|a:z;' +
  '|Grid-Grid|ant-col|a:z;|Tree-Tree|ant-tree|a:v;|TreeSelect-TreeSelect|ant-tree-select|a:u"}';

test('splits rules by component and keeps the rest for all', () => {
  const css = '.ant-btn{a:"}"}.ant-col-1{b:1}.ant-tree-select .ant-btn{d:1}@keyframes k{0%{i:1}}.ant-fade-enter{j:1}';
  const { shared, of } = takenApart(css + registered);
  expect(of('Button')).toBe('.ant-btn{a:"}"}');
  expect(of('Grid')).toBe('.ant-col-1{b:1}');
  expect(of('TreeSelect')).toBe('.ant-tree-select .ant-btn{d:1}');
  expect(of('Tree')).toBe('');
  expect(shared).toBe('@keyframes k{0%{i:1}}.ant-fade-enter{j:1}');
});

test('includes a rule of two components with either', () => {
  const { of } = takenApart(`.ant-btn-x,.ant-tour{e:1}${registered}`);
  expect([of('Button'), of('Tour')]).toEqual(['.ant-btn-x,.ant-tour{e:1}', '.ant-btn-x,.ant-tour{e:1}']);
});

test('keeps rules inside their conditions', () => {
  const { of, shared } = takenApart(`@media (x){.ant-btn{f:1}.ant-tour{g:1}}@media (y){.ant-tour{h:1}}${registered}`);
  expect([of('Button'), of('Tour'), shared]).toEqual([
    '@media (x){.ant-btn{f:1}}',
    '@media (x){.ant-tour{g:1}}@media (y){.ant-tour{h:1}}',
    '',
  ]);
});

test('drops resets that the page has already', () => {
  const { of } = takenApart(`.ant-btn [class*=" ant-btn"]{box-sizing:border-box;}.ant-btn{a:1}${registered}`);
  expect(of('Button')).toBe('.ant-btn{a:1}');
});
