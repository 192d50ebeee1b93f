import { contrast } from '@suyuan/contract/contrast.ts';
import { expect, test } from 'vitest';
import { isDark, themeVariables } from './appearance.ts';
import { defaultSettings, presetColors, settingsFrom } from './settings.ts';
import { themeShades } from './shades.ts';
import { chooseSize } from './size.ts';

test('theme shades: ten 10% steps plus a 10% darker shade', () => {
  const { tints, darker } = themeShades('#1890ff');
  expect(tints).toHaveLength(10);
  expect(tints.slice(0, 3)).toEqual(['#1890ff', '#2f9bff', '#46a6ff']);
  expect(tints[9]).toBe('#e8f4ff');
  expect(darker).toBe('#1682e6');
});

test('sets the ten shades and the darker one as CSS variables', () => {
  const variables = themeVariables('#1890ff', false);
  expect(variables['--theme-0']).toBe('#1890ff');
  expect(variables['--theme-9']).toBe('#e8f4ff');
  expect(variables['--theme-darker']).toBe('#1682e6');
});

test('keeps text readable in and on every theme colour', () => {
  for (const color of [...presetColors, '#ffffff', '#000000', '#ffff00']) {
    const light = themeVariables(color, false);
    const dark = themeVariables(color, true);
    expect(contrast(light['--theme-solid'] ?? '', '#ffffff'), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(light['--theme-text'] ?? '', '#f3f5f8'), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark['--theme-text'] ?? '', '#242b35'), color).toBeGreaterThanOrEqual(4.5);
  }
});

test('settings defaults: theme #1890ff, showSettings true, tagsView true, fixedHeader false, sidebarLogo true', () => {
  const shown = { theme: '#1890ff', showSettings: true, tagsView: true, fixedHeader: false, sidebarLogo: true };
  expect(settingsFrom(null)).toMatchObject(shown);
  expect(settingsFrom('{"tagsView":false,"theme":"#11a983"}')).toMatchObject({ tagsView: false, theme: '#11a983' });
});

test('falls back to defaults for invalid settings', () => {
  const odd = ['{', '[]', 'null', '7', '{"theme":"red;}","tagsView":"yes","scheme":"pink"}'];
  for (const stored of odd) expect(settingsFrom(stored)).toEqual(defaultSettings);
});

test('preset colours #409EFF, #1890ff, #304156, #212121, #11a983, #13c2c2, #6959CD, #f5222d', () => {
  expect(presetColors.join(', ')).toBe('#409EFF, #1890ff, #304156, #212121, #11a983, #13c2c2, #6959CD, #f5222d');
});

test("default element size 'mini' unless stored", () => {
  expect([undefined, 'medium', 'huge'].map(chooseSize)).toEqual(['mini', 'medium', 'mini']);
});

test('uses the chosen scheme, or follows the system', () => {
  expect([isDark('dark', false), isDark('system', true), isDark('system', false), isDark('light', true)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
