import { expect, test } from 'vitest';
import { Gathering } from './gathering.ts';

const code = (level: number, counter: number) => level * 2 ** 40 + counter;
const levelOf = (of: number) => Math.floor(of / 2 ** 40);
const [box, other, pallet] = [code(3, 1), code(3, 2), code(4, 1)];
const [a, b, c, d] = [code(1, 1), code(1, 2), code(1, 3), code(1, 4)];

type Line = readonly [parent: number, child: number];

/** The last line of the package that a line begins; 0 where it comes again. */
function wholeIn(lines: readonly Line[], line: number): number {
  const at = lines.findIndex(([parent]) => parent === lines[line - 1]?.[0]);
  const last = lines.findLastIndex(([parent]) => parent === lines[at]?.[0]);
  return at === line - 1 && lines.slice(at, last).every(([parent]) => parent === lines[at]?.[0]) ? last + 1 : 0;
}

/** The packages of some lines, those that come while they are read first. */
function gathered(lines: readonly Line[], wholeUntil = (line: number) => wholeIn(lines, line)) {
  const gathering = new Gathering({ wholeUntil, levelOf });
  const early = lines.flatMap(([parent, child], at) => gathering.add(parent, child, at + 1) ?? []);
  const last = gathering.whole();
  return { early: last ? [...early, last] : early, late: [...gathering.rest()] };
}

test('packages of units are emitted once complete, with what remains unread', () => {
  expect(
    gathered([
      [box, a],
      [box, 0],
      [other, b],
    ]),
  ).toEqual({
    early: [
      { parent: box, children: [a], lines: [1], unread: 1 },
      { parent: other, children: [b], lines: [3], unread: 0 },
    ],
    late: [],
  });
});

test('packages of packages follow all of these, wherever their lines are', () => {
  const { early, late } = gathered([
    [pallet, box],
    [pallet, other],
    [box, a],
    [other, b],
  ]);
  expect(early.map(({ parent }) => parent)).toEqual([box, other]);
  expect(late).toEqual([{ parent: pallet, children: [box, other], lines: [1, 2], unread: 0 }]);
});

test('a package of units and packages is deferred as a whole, once detected', () => {
  expect(
    gathered([
      [pallet, a],
      [pallet, 0],
      [pallet, box],
      [pallet, b],
    ]),
  ).toEqual({ early: [], late: [{ parent: pallet, children: [a, box, b], lines: [1, 3, 4], unread: 1 }] });
});

test('a package whose lines recur is deferred until complete', () => {
  const { early, late } = gathered([
    [box, a],
    [other, b],
    [box, c],
    [box, d],
  ]);
  expect(early).toEqual([{ parent: other, children: [b], lines: [2], unread: 0 }]);
  expect(late).toEqual([{ parent: box, children: [a, c, d], lines: [1, 3, 4], unread: 0 }]);
});

test('a package whose code changes notation midway is complete where both are', () => {
  const lines = [
    [box, a],
    [box, b],
    [other, c],
  ] as const;
  const packages = [
    { parent: box, children: [a, b], lines: [1, 2], unread: 0 },
    { parent: other, children: [c], lines: [3], unread: 0 },
  ];
  expect(gathered(lines, (line) => line)).toEqual({ early: packages, late: [] });
  // The other way of writing it comes again.
  expect(gathered(lines, (line) => (line === 2 ? 0 : line))).toEqual({ early: packages.slice(1), late: [packages[0]] });
});

test('packages mistaken for one come at the end', () => {
  const lines = [
    [box, a],
    [other, b],
    [box, c],
  ] as const;
  expect(gathered(lines, (line) => (line === 1 ? 3 : 0))).toEqual({
    early: [],
    late: [
      { parent: box, children: [a, c], lines: [1, 3], unread: 0 },
      { parent: other, children: [b], lines: [2], unread: 0 },
    ],
  });
});
