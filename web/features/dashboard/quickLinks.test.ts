import { menuNodes } from '@suyuan/contract/menu.ts';
import texts from '@suyuan/locales/zh/dashboard.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { quickScreensFrom } from '#core/session/quickScreens.ts';
import { quickOf } from './quickOf.ts';

test('describes every screen', () => {
  const screens = menuNodes().filter(({ node }) => !node.children && !node.hidden);
  const missing = screens.map(({ node }) => `dashboard.about.${node.key}`).filter((key) => !(key in texts));
  expect(missing).toEqual([]);
});

test('shows pinned screens, then recent ones, up to a limit', () => {
  const screens = Array.from({ length: 30 }, (_, n) => ({ name: `s${n}` }));
  const names = (kept: string | null) => quickOf(screens, quickScreensFrom(kept)).map(({ name }) => name);
  expect(names(null)).toEqual(['s0', 's1', 's2', 's3', 's4', 's5', 's6', 's7']);
  const kept = JSON.stringify({ pinned: ['s20', 'gone'], recent: ['s9', 's20', 's3'] });
  expect(names(kept)).toEqual(['s20', 's9', 's3', 's0', 's1', 's2', 's4', 's5', 's6']);
  for (const broken of ['{', 'null', '[]', '{"pinned":7,"recent":[1]}']) expect(names(broken)).toHaveLength(8);
});
