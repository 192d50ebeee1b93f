import { theme as antd, type ConfigProviderProps, type ThemeConfig } from 'antd';
import { themeVariables } from '#core/preferences/appearance.ts';
import { readableOn, themeShades, tint } from '#core/preferences/shades.ts';
import type { Size } from '#core/preferences/size.ts';

/** antd's component size for each size of the console; the height of the controls is set in addition. */
export const componentSizeOf: Readonly<Record<Size, NonNullable<ConfigProviderProps['componentSize']>>> = {
  default: 'large',
  medium: 'middle',
  small: 'middle',
  mini: 'small',
};
const heights: Readonly<Record<Size, ThemeConfig['token']>> = {
  default: { controlHeightLG: 40 },
  medium: { controlHeight: 36 },
  small: { controlHeight: 32 },
  mini: { controlHeightSM: 28 },
};

const light = {
  colorBgContainer: '#ffffff',
  colorBgElevated: '#ffffff',
  colorBgLayout: '#f3f5f8',
  colorText: '#1f2733',
  colorTextSecondary: '#5a6473',
  colorTextTertiary: '#5f6978',
  colorTextDescription: '#5a6473',
  colorTextPlaceholder: '#6b7482',
  colorBorder: '#cdd3db',
  colorBorderSecondary: '#e3e7ed',
  // Dark enough for text. antd would derive muddy backgrounds from these colours, so the backgrounds are set, too.
  colorError: '#cf2a33',
  colorErrorBg: '#fdeeee',
  colorErrorBorder: '#f2b6b9',
  colorSuccess: '#1a7f43',
  colorSuccessBg: '#eaf7ef',
  colorSuccessBorder: '#a6d8ba',
  colorWarning: '#9a5700',
  colorWarningBg: '#fdf4e4',
  colorWarningBorder: '#efd09c',
};
const dark = {
  colorBgContainer: '#1b2028',
  colorBgElevated: '#242b35',
  colorBgLayout: '#12161c',
  colorText: '#e4e8ee',
  colorTextSecondary: '#a3adba',
  colorTextTertiary: '#a3adba',
  colorTextDescription: '#a3adba',
  colorTextPlaceholder: '#8f99a6',
  colorBorder: '#5f6a79',
  colorBorderSecondary: '#303843',
};

type Algorithm = typeof antd.darkAlgorithm;

const darkError = '#ff7b80';

/** antd's dark algorithm also dims colours used for text, below a readable contrast; these are set again. */
const readable =
  (link: string): Algorithm =>
  (seed, map) => ({
    ...(map ?? antd.darkAlgorithm(seed)),
    colorLink: link,
    colorLinkHover: tint(link, 0.2),
    colorLinkActive: link,
    colorInfo: link,
    colorError: darkError,
    colorErrorHover: tint(darkError, 0.2),
    colorErrorActive: darkError,
    colorErrorText: darkError,
    colorErrorTextHover: tint(darkError, 0.2),
    colorErrorTextActive: darkError,
  });

/** antd's theme in the style of the page: theme colour, surfaces and fonts. */
export function antdTheme(color: string, isDark: boolean, size: Size, motion: boolean): ThemeConfig {
  const variables = themeVariables(color, isDark);
  const solid = variables['--theme-solid'] ?? color;
  const text = variables['--theme-text'] ?? color;
  const { tints } = themeShades(color);
  const [ground, groundHover, edge, edgeHover] = [tints[9], tints[8], tints[6], tints[4]] as [
    string,
    string,
    string,
    string,
  ];
  return {
    algorithm: isDark ? [antd.darkAlgorithm, readable(text)] : antd.defaultAlgorithm,
    token: {
      ...(isDark ? dark : light),
      ...heights[size],
      colorPrimary: solid,
      // Used for text on its own background, too, so it needs contrast; in the dark scheme, `readable` provides it.
      ...(isDark
        ? { colorInfo: solid }
        : {
            colorInfo: readableOn(ground, color),
            colorInfoBg: ground,
            colorPrimaryBg: ground,
            colorPrimaryBgHover: groundHover,
            colorPrimaryBorder: edge,
            colorPrimaryBorderHover: edgeHover,
            // antd would derive lighter colours, with too little contrast.
            colorLinkHover: themeShades(text).darker,
            colorLinkActive: themeShades(text).darker,
          }),
      colorLink: text,
      fontFamily: 'var(--font)',
      fontFamilyCode: 'var(--font-code)',
      borderRadius: 6,
      motion,
    },
    // The styles are in a file (antd-styles.ts); at run time, only the tokens below are set.
    zeroRuntime: true,
    hashed: false,
    components: {
      Button: {
        // antd would derive a lighter colour, with too little contrast to the white text.
        colorPrimaryHover: themeShades(solid).darker,
        defaultHoverColor: text,
        defaultHoverBorderColor: text,
        // A red light enough to be readable on dark surfaces has too little contrast to white text.
        ...(isDark ? { dangerColor: dark.colorBgLayout } : {}),
      },
      // The selected tab is text in the theme colour.
      Tabs: { itemSelectedColor: text, itemHoverColor: text, itemActiveColor: text },
      Menu: {
        collapsedWidth: 54,
        darkItemBg: '#304156',
        darkSubMenuItemBg: '#1f2d3d',
        darkPopupBg: '#304156',
        darkItemColor: '#bfcbd9',
        darkItemHoverColor: '#ffffff',
        darkItemHoverBg: '#263445',
        darkItemSelectedColor: '#409eff',
        darkItemSelectedBg: '#1f2d3d',
        darkGroupTitleColor: '#bfcbd9',
        itemBorderRadius: 0,
        itemMarginInline: 0,
        itemMarginBlock: 0,
        itemHeight: 46,
        iconSize: 16,
      },
    },
  };
}
