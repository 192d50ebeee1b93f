import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useMediaQuery } from '#core/preferences/useMediaQuery.ts';
import './charts.css';
import { chartTheme } from './chartTheme.ts';
import { usePalette } from './palette.ts';
import { type LoadEngine, useEngine } from './useEngine.ts';
import { useSeen } from './useSeen.ts';

const loadPlain: LoadEngine = () => import('./engine.ts');
/** For options with a series of type `map` of the map `china`. */
export const loadChinaMap: LoadEngine = () => import('./map/chinaMap.ts');

/** For options with series of type `lines` on the map `china`. */
export const loadFlowMap: LoadEngine = () => import('./map/flowMap.ts');

interface ChartProps {
  readonly option: EChartsCoreOption;
  /** The content of the chart in words, for screen readers. */
  readonly label: string;
  readonly load?: LoadEngine;
}

/**
 * Renders an ECharts option, filling the box of its parent. The engine is loaded when the chart comes near the viewport; the
 * chart is disposed while its screen is hidden. `ChartPanel` offers its numbers as a table.
 */
export function Chart({ option, label, load = loadPlain }: ChartProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { engine, failed, retry } = useEngine(load, useSeen(box));
  const chart = useRef<EChartsType>(undefined);
  const palette = usePalette();
  const theme = useMemo(() => chartTheme(palette), [palette]);
  const animation = !useMediaQuery('(prefers-reduced-motion: reduce)');

  useEffect(() => {
    const place = box.current;
    if (!engine || !place) return;
    const opened = engine.openChart(place, theme);
    chart.current = opened;
    const observer = new ResizeObserver(() => opened.resize());
    observer.observe(place);
    return () => {
      observer.disconnect();
      opened.dispose();
      chart.current = undefined;
    };
  }, [engine, theme]);

  // Also after the chart was opened again, which a new theme requires.
  // biome-ignore lint/correctness/useExhaustiveDependencies: engine and theme stand for the chart that was opened
  useEffect(() => {
    chart.current?.setOption({ animation, animationDuration: 500, ...option }, { replaceMerge: ['series', 'yAxis'] });
  }, [engine, theme, animation, option]);

  return (
    <div className="chart">
      <div ref={box} className="chart-box" role="img" aria-label={label} />
      {failed && (
        <p className="chart-failed" role="alert">
          {t('chart.failed')}
          <button type="button" className="plain-button" onClick={retry}>
            {t('button.retry')}
          </button>
        </p>
      )}
    </div>
  );
}
