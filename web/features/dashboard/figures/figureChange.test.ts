import { expect, test } from 'vitest';
import { changeOf } from './figureChange.ts';

test('compares with yesterday by difference and share', () => {
  expect(changeOf({ today: 150, yesterday: 100 })).toEqual({ direction: 'more', by: 50, part: 0.5 });
  expect(changeOf({ today: 0, yesterday: 80 })).toEqual({ direction: 'less', by: 80, part: 1 });
  expect(changeOf({ today: 7, yesterday: 7 })).toEqual({ direction: 'same', by: 0, part: undefined });
});

test('gives no share after a day without any', () => {
  expect(changeOf({ today: 12, yesterday: 0 })).toEqual({ direction: 'more', by: 12, part: undefined });
});
