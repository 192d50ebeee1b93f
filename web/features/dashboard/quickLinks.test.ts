import { expect, test } from 'vitest';
import { menuNodes } from '../../../contract/menu.ts';
import texts from '../../../locales/zh/dashboard.json' with { type: 'json' };

test('of every screen the dashboard says what it is for', () => {
  const screens = menuNodes().filter(({ node }) => !node.children && !node.hidden);
  const unsaid = screens.map(({ node }) => `dashboard.about.${node.key}`).filter((key) => !(key in texts));
  expect(unsaid).toEqual([]);
});
