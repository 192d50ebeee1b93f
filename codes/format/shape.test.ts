import { describe, expect, test } from 'vitest';
import { type CodeFormat, shapeOf } from './format.ts';
import { Shapes, shapesMeet } from './shape.ts';

const shapesOf = (...codes: string[]) => {
  const shapes = new Shapes();
  for (const code of codes) shapes.add(code);
  return shapes.list();
};

describe('shapes', () => {
  test('list the possible characters at each position, by length', () => {
    expect(shapesOf('A1', 'B1', 'A2', '999')).toEqual([
      { length: 2, characters: ['AB', '12'] },
      { length: 3, characters: ['9', '9', '9'] },
    ]);
  });

  const digits: CodeFormat = { prefix: '69', alphabet: 'digits', bodyLength: 6, check: 'none' };
  test.each<[boolean, string[], Partial<CodeFormat>]>([
    [true, ['69123456'], {}],
    [false, ['68123456'], {}],
    [false, ['691234567'], {}],
    [false, ['6912345X'], {}],
    [true, ['69123456'], { prefix: '', alphabet: 'hex', bodyLength: 8 }],
    // Read as zeros and ones when they are typed.
    [true, ['69OO1l34'], { alphabet: 'base32' }],
    [false, ['69OO1l34'], {}],
    // What only the check digit tells apart is not told apart.
    [true, ['69123456'], { bodyLength: 5, check: 'gs1' }],
  ])('intersect: %s, %j, %j', (meets, codes, format) => {
    const [shape] = shapesOf(...codes);
    const seen = shape?.characters.map((some) => new Set(some)) ?? [];
    expect(shapesMeet(shapeOf({ ...digits, ...format }), seen)).toBe(meets);
  });
});
