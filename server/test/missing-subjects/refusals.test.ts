import { describe, test } from 'vitest';
import { goodsServer } from '../goods/goods-server.ts';
import { Steps, type World } from '../ways-out/walk.ts';
import { rulesOfEvents } from './rules-of-events.ts';

// A rule that guards "this is not allowed" is not skipped because what it goes by is missing: it is refused, or something else
// holds, and is said.

const { server, goods, from, dealerId } = await goodsServer();
const world: World = { server, goods, from, dealerId, steps: new Steps(server) };

const cases = Object.entries(rulesOfEvents).flatMap(([rule, row]) =>
  typeof row === 'string' ? [] : row.map((one) => ({ rule, ...one })),
);

describe('a rule without its subject', () => {
  test.each(cases)('$rule, no $subject: $without', async ({ tried }) => void (await tried(world)));
});
