import { expect, test } from 'vitest';
import { type LabelWish, labelLayout } from './label-layout.ts';

const wish: LabelWish = {
  layout: 'sheet',
  page: 'a4',
  width: 50,
  height: 30,
  gap: 2,
  margin: 8,
  font: 2.2,
  symbol: 'qrcode',
  lines: 2,
};
const reasonOf = (changes: Partial<LabelWish>) => {
  try {
    labelLayout({ ...wish, ...changes });
    return undefined;
  } catch (error) {
    return (error as { fields: { path: string; reason: string }[] }).fields.map((f) => `${f.path} ${f.reason}`).join();
  }
};

test('a sheet has as many labels as fit, none over the margin', () => {
  const { places } = labelLayout(wish);
  expect(places).toHaveLength(3 * 8);
  expect(Math.max(...places.map(({ x }) => x + 50))).toBeLessThanOrEqual(210 - 8);
  expect(Math.max(...places.map(({ y }) => y + 30))).toBeLessThanOrEqual(297 - 8);
  // Seven of 27 and six gaps of 2 fill the 201 exactly.
  expect(labelLayout({ ...wish, width: 27, margin: 4.5 }).places[6]?.x).toBeCloseTo(4.5 + 6 * 29);
});

test('a label of a roll is its page', () => {
  const { pageWidth, pageHeight, places } = labelLayout({ ...wish, layout: 'roll' });
  expect([pageWidth, pageHeight, places]).toEqual([50, 30, [{ x: 0, y: 0 }]]);
});

test.each([
  [60, 30, 'qrcode'],
  [30, 40, 'datamatrix'],
  [100, 40, 'gs1-128'],
] as const)('symbol and text of %d x %d mm (%s) are on the label and do not overlap', (width, height, symbol) => {
  const { symbolBox, textBox } = labelLayout({ ...wish, width, height, symbol });
  for (const box of [symbolBox, textBox]) {
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
  }
  const beside = textBox.x >= symbolBox.x + symbolBox.width;
  const below = textBox.y >= symbolBox.y + symbolBox.height;
  expect(beside || below).toBe(true);
});

test('what does not fit is refused by field', () => {
  expect(reasonOf({ width: 200 })).toBe('width_mm label_too_large');
  expect(reasonOf({ height: 290 })).toBe('height_mm label_too_large');
  expect(reasonOf({ height: 8, lines: 5 })).toBe('height_mm label_too_small');
});
