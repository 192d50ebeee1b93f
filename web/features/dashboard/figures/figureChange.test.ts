import { expect, test } from 'vitest';
import { changeOf } from './figureChange.ts';

test('more, less and the same as yesterday, with the difference and its part of yesterday', () => {
  expect(changeOf({ today: 150, yesterday: 100 })).toEqual({ direction: 'more', by: 50, part: 0.5 });
  expect(changeOf({ today: 0, yesterday: 80 })).toEqual({ direction: 'less', by: 80, part: 1 });
  expect(changeOf({ today: 7, yesterday: 7 })).toEqual({ direction: 'same', by: 0, part: undefined });
});

test('after a day with nothing there is a difference and no part', () => {
  expect(changeOf({ today: 12, yesterday: 0 })).toEqual({ direction: 'more', by: 12, part: undefined });
});
