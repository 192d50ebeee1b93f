import { expect, test } from 'vitest';
import { FiledLines, type FiledPackage } from './filed-packages.ts';

const code = (rule: number, counter: number) => rule * 2 ** 40 + counter;

test('lines are grouped by package, in any order: units first, then packages of packages', () => {
  const filed = new FiledLines();
  const [cases, pallet] = [20_000, code(4, 1)];
  for (let at = 0; at < cases; at++) filed.add(pallet, code(3, at * 7919), at + 1);
  // Each case twice, the second time when all others were named.
  for (const round of [0, 1]) {
    for (let at = 0; at < cases; at++)
      filed.add(code(3, at * 7919), code(1, 2 * at + round), cases * (round + 1) + at + 1);
  }
  filed.add(code(3, 0), 0, 99);
  const packages = [...filed.packages((one) => Math.floor(one / 2 ** 40))];
  expect(packages).toHaveLength(cases + 1);
  for (const at of [0, 1, 777, cases - 1]) {
    expect(packages[at]).toEqual({
      parent: code(3, at * 7919),
      children: [code(1, 2 * at), code(1, 2 * at + 1)],
      lines: [cases + at + 1, 2 * cases + at + 1],
      unread: at === 0 ? 1 : 0,
    });
  }
  const last = packages[cases] as FiledPackage;
  expect([last.parent, last.children.length, last.unread]).toEqual([pallet, cases, 0]);
  expect(last.children.slice(2, 4)).toEqual([code(3, 2 * 7919), code(3, 3 * 7919)]);
  expect(last.lines.slice(2, 4)).toEqual([3, 4]);
});
