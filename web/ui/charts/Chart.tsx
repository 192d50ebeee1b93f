import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useMediaQuery } from '#core/preferences/useMediaQuery.ts';
import { type Palette, usePalette } from './palette.ts';
import './charts.css';

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
    const instance = engine.openChart(place, theme);
    chart.current = instance;
    const observer = new ResizeObserver(() => instance.resize());
    observer.observe(place);
    return () => {
      observer.disconnect();
      instance.dispose();
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

/** Overrides of ECharts' default theme in the style of the page. */
function chartTheme({ text, textSoft, border, surfaceRaised, font }: Palette): object {
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

/** The module that renders a chart. */
type Engine = typeof import('./engine.ts');
type LoadEngine = () => Promise<Engine>;

interface EngineState {
  readonly engine: Engine | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Loads the engine once `wanted` is true. After a failure, `retry` loads it again. */
function useEngine(load: LoadEngine, wanted: boolean): EngineState {
  const [engine, setEngine] = useState<Engine>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!wanted || engine || failed) return;
    let gone = false;
    load().then(
      (charts) => !gone && setEngine(charts),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [load, wanted, engine, failed]);
  return { engine, failed, retry: () => setFailed(false) };
}

/** Whether an element has been near the viewport; stays true from then on. */
function useSeen(box: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !box.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, seen]);
  return seen;
}
