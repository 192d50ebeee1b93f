import type { Palette } from './palette.ts';

/** Overrides of ECharts' default theme in the style of the page. */
export function chartTheme({ text, textSoft, border, surfaceRaised, font }: Palette): object {
  const category = {
    axisLine: { lineStyle: { color: border } },
    axisTick: { show: false },
    axisLabel: { color: textSoft, fontSize: 12 },
  };
  return {
    textStyle: { fontFamily: font, color: text },
    categoryAxis: category,
    valueAxis: {
      ...category,
      axisLine: { show: false },
      nameTextStyle: { color: textSoft },
      splitLine: { lineStyle: { color: border, type: 'dashed' } },
    },
    tooltip: {
      confine: true,
      backgroundColor: surfaceRaised,
      borderColor: border,
      borderWidth: 1,
      padding: [8, 12],
      textStyle: { color: text, fontSize: 13 },
      extraCssText: 'box-shadow: var(--shadow-raised); border-radius: 6px;',
    },
    visualMap: { textStyle: { color: textSoft } },
  };
}
