import { readdir } from 'node:fs/promises';
import { type DeclaredLife, undoingOf } from '@suyuan/contract/life.ts';
import { lifeOfThings } from '@suyuan/contract/lives.ts';
import { describe, expect, test } from 'vitest';
import { goodsServer } from '../goods/goods-server.ts';
import type { Walk } from './walk.ts';

// Each step of each life is taken and undone; what people see afterwards is what they saw before (docs/undo.md).

const stage = await goodsServer();
const here = new URL('.', import.meta.url);
const files = (await readdir(here)).filter((name) => name.endsWith('.walk.ts')).toSorted();
const walks: readonly Walk[] = await Promise.all(
  files.map(async (name) => ((await import(new URL(name, here).href)) as { default: Walk }).default),
);

/** The steps of a life from each status, with what undoes them. */
const edgesOf = (life: DeclaredLife) =>
  Object.entries(life.steps).flatMap(([step, { from, to }]) =>
    from.map((status) => ({ step, status, to, undoing: undoingOf(life, step, status) })),
  );

test('every life cycle is covered', () => {
  expect(walks.map(({ life }) => life.thing).toSorted()).toEqual(lifeOfThings.map(({ thing }) => thing).toSorted());
});

for (const life of lifeOfThings) {
  const undone = edgesOf(life).filter(({ undoing }) => typeof undoing === 'string');
  test.each(undone)(`${life.thing}: what undoes “$step” may be taken where it leads`, ({ status, to, undoing }) => {
    const from = life.steps[undoing as string]?.from ?? [];
    expect([to ?? status].flat().some((one) => from.includes(one))).toBe(true);
  });
}

for (const { life, begin, take, undo, see } of walks) {
  const taking = (name: string) => take[name] ?? expect.fail(`the walk of a ${life.thing} does not take “${name}”`);
  const back = edgesOf(life).filter(({ undoing }) => typeof undoing === 'string' || 'call' in undoing);
  describe(life.thing, () => {
    test.each(back)('“$step”, from $status, and back', async ({ step, status, undoing }) => {
      const thing = await begin(stage, status);
      const before = timeless(await see(stage, thing));
      await taking(step)(stage, thing);
      expect(timeless(await see(stage, thing))).not.toEqual(before);
      await (typeof undoing === 'string' ? taking(undoing) : (undo?.[step] ?? taking(step)))(stage, thing);
      expect(timeless(await see(stage, thing))).toEqual(before);
    });
  });
}

/** A value without the moments in it: these depend on when it was done. */
function timeless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(timeless);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !key.endsWith('_at'));
  return Object.fromEntries(kept.map(([key, one]) => [key, timeless(one)]));
}
