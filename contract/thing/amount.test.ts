import { expect, test } from 'vitest';
import { amountText } from './amount.ts';

const words = { count: (value: number) => value.toLocaleString('en'), neutral: (value: number) => `${value} units` };
const [inner, box, pallet] = [
  { symbol: 'pack', level: 2, units: 2 },
  { symbol: 'case', level: 3, units: 6 },
  { symbol: 'pallet', level: 4, units: 240 },
];

test.each([
  [240, 'bottle', [inner, box, pallet], '240 bottle (40 case)'],
  [1_442, 'bottle', [inner, box, pallet], '1,442 bottle (240 case 2 bottle)'],
  [5, 'bottle', [box], '5 bottle'],
  [0, 'bottle', [box], '0 bottle'],
  // Without cases, what is packed outermost below them, or next above.
  [8, 'bottle', [inner], '8 bottle (4 pack)'],
  [480, 'bottle', [pallet], '480 bottle (2 pallet)'],
  [7, 'bottle', [], '7 bottle'],
  [7, null, [box], '7 units'],
] as const)('%i of %s in %j is displayed as %s', (units, unit, packages, told) => {
  expect(amountText(units, { unit, packages }, words)).toBe(told);
});

test('mixed goods are displayed in a neutral unit', () => {
  expect(amountText(12, undefined, words)).toBe('12 units');
});
