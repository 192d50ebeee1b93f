import { expect, test } from 'vitest';
import { kilometres, type Point, pointOf, shortRoute } from './route.ts';

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude });

test('a route leads along places in a row, from one end to the other', () => {
  const row = [at(30, 104), at(30, 100), at(30, 103), at(30, 101), at(30, 102)];
  expect([
    [1, 3, 4, 2, 0],
    [0, 2, 4, 3, 1],
  ]).toContainEqual(shortRoute(row));
});

test('a route is never longer than the given order, and visits each place once', () => {
  // Places on a circle, in an order that crosses it again and again.
  const places = Array.from({ length: 24 }, (_, n) => {
    const turn = ((n * 7) % 24) * ((2 * Math.PI) / 24);
    return at(30 + Math.sin(turn), 110 + Math.cos(turn));
  });
  const route = shortRoute(places);
  const length = (order: readonly number[]) =>
    order
      .slice(1)
      .reduce((sum, next, n) => sum + kilometres(places[order[n] as number] as Point, places[next] as Point), 0);
  expect(route.toSorted((a, b) => a - b)).toEqual(places.map((_, n) => n));
  // Once round the circle without one of its 24 steps.
  const round = 2 * Math.PI * 111.2;
  expect(length(route)).toBeLessThan(round);
  expect(length(route)).toBeLessThan(length(places.map((_, n) => n)));
});

test('nothing, and one place, are routes', () => {
  expect(shortRoute([])).toEqual([]);
  expect(shortRoute([at(30, 104)])).toEqual([0]);
});

test('a stop without a position is where its province is; without either it is nowhere', () => {
  expect(pointOf({ latitude: '30.5', longitude: 104 })).toEqual(at(30.5, 104));
  expect(pointOf({ area_code: '330106' })).toEqual(at(29.2, 120.4));
  expect(pointOf({ area_code: null })).toBeUndefined();
});
