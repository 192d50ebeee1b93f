import { contrast } from '@suyuan/contract/contrast.ts';
import { theme } from 'antd';
import { expect, test } from 'vitest';
import { presetColors } from '#core/preferences/settings.ts';
import { antdTheme } from './antdTheme.ts';

test.each([
  ['light', false],
  ['dark', true],
])('keeps states readable on their backgrounds in every theme colour: %s', (_scheme, isDark) => {
  for (const color of [...presetColors, '#ffffff', '#000000', '#ffff00']) {
    const token = theme.getDesignToken(antdTheme(color, isDark, 'medium', false));
    for (const [state, text, ground] of [
      ['info', token.colorInfo, token.colorInfoBg],
      ['success', token.colorSuccess, token.colorSuccessBg],
      ['warning', token.colorWarning, token.colorWarningBg],
      ['error', token.colorError, token.colorErrorBg],
    ] as const) {
      expect(contrast(text, ground), `${state} with ${color}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});
