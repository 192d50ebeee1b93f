import { expect, test } from 'vitest';
import { amountText, unitFor } from './amount.ts';

const words = {
  language: 'en',
  count: (value: number) => value.toLocaleString('en'),
  neutral: (value: number) => `${value} units`,
};
const [inner, box, pallet] = [
  { symbol: 'pack', level: 2, units: 2 },
  { symbol: 'case', level: 3, units: 6 },
  { symbol: 'pallet', level: 4, units: 240 },
];

test.each([
  [240, 'bottle', [inner, box, pallet], '240 bottles (40 cases)'],
  [1_442, 'bottle', [inner, box, pallet], '1,442 bottles (240 cases 2 bottles)'],
  [5, 'bottle', [box], '5 bottles'],
  [0, 'bottle', [box], '0 bottles'],
  // Without cases, what is packed outermost below them, or next above.
  [8, 'bottle', [inner], '8 bottles (4 packs)'],
  [480, 'bottle', [pallet], '480 bottles (2 pallets)'],
  [7, 'bottle', [], '7 bottles'],
  [7, 'bottle', [box], '7 bottles (1 case 1 bottle)'],
  [7, null, [box], '7 units'],
] as const)('%i of %s in %j is displayed as %s', (units, unit, packages, text) => {
  expect(amountText(units, { unit, packages }, words)).toBe(text);
});

test('mixed goods are displayed in a neutral unit', () => {
  expect(amountText(12, undefined, words)).toBe('12 units');
});

test.each([
  ['en', 'gift box', 'gift boxes'],
  ['en', 'pouch', 'pouches'],
  ['en', 'tray', 'trays'],
  ['en', 'battery', 'batteries'],
  ['en', 'box of six', 'boxes of six'],
  ['en', 'pieces', 'pieces'],
  ['en', 'btl', 'btl'],
  ['en', 'kg', 'kg'],
  ['en', '瓶', '瓶'],
  ['es', 'botella', 'botellas'],
  ['es', 'palé', 'palés'],
  ['es', 'caja de regalo', 'cajas de regalo'],
  ['es', 'cartón', 'cartones'],
  ['es', 'unidad', 'unidades'],
  ['zh', 'bottle', 'bottle'],
])('in %s several of a %s are %s, and one is not', (language, symbol, several) => {
  expect(unitFor(language, symbol, 2)).toBe(several);
  expect(unitFor(language, symbol, 1)).toBe(symbol);
});
