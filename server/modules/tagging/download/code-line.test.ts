import { expect, test } from 'vitest';
import { linePlan } from './code-line.ts';

const lineOf = (lead: string, separator: string): string => {
  const parts = { codeLength: 4, contentLead: lead, humanPattern: `${lead}####`, parentLength: 0, serialLength: 1 };
  return Buffer.from(linePlan(['code', 'content', 'human', 'serial'], parts, separator).template).toString();
};

test('no cell of a CSV of codes starts a formula, whatever precedes a code', () => {
  expect(lineOf('=x/', ',')).toBe("    ,'=x/    ,'=x/    ,0\n");
  expect(lineOf('https://a.cn/', ',')).toBe('    ,https://a.cn/    ,https://a.cn/    ,0\n');
});

test('text for printers is written unchanged', () => {
  expect(lineOf('=x/', '\t')).toBe('    \t=x/    \t=x/    \t0\n');
});
