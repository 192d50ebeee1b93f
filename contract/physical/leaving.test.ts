import { expect, test } from 'vitest';
import { daysLeft, leavesBefore, undated } from './leaving.ts';

const expiring = (expiry: string) => ({ ...undated, expiry });
const madeOn = (production: string) => ({ ...undated, production });

test('what expires first leaves first, then what was made first, and what has no day last', () => {
  const lots = [undated, madeOn('2026-02-01'), expiring('2027-01-01'), madeOn('2026-01-01'), expiring('2026-12-01')];
  const inOrder = lots.toSorted((one, other) => (leavesBefore(one, other) ? -1 : leavesBefore(other, one) ? 1 : 0));
  expect(inOrder.slice(0, 2)).toEqual([expiring('2026-12-01'), expiring('2027-01-01')]);
  expect(inOrder.at(-1)).toEqual(undated);
  expect(leavesBefore(madeOn('2026-01-01'), madeOn('2026-02-01'))).toBe(true);
  expect(leavesBefore(undated, undated)).toBe(false);
});

test('a lot lasts through its last day', () => {
  expect(daysLeft(expiring('2026-12-31'), '2026-12-31')).toBe(0);
  expect(daysLeft(expiring('2026-12-31'), '2027-01-01')).toBe(-1);
  expect(daysLeft(expiring('2027-01-30'), '2026-12-31')).toBe(30);
  expect(daysLeft(undated, '2026-12-31')).toBeNull();
});
