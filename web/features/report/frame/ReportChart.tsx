import { type Figure, isShare, isTime, type Report, type ReportAnswer } from '@suyuan/contract/thing/report.ts';
import { useMemo } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { usePalette } from '#ui/charts/palette.ts';
import { type ChartedFigure, colorOf, huesOf, maxThings, reportOption } from './reportOption.ts';
import { figureText, useReportWords } from './reportTexts.ts';

interface ReportChartProps {
  readonly report: Report;
  readonly answer: ReportAnswer;
  readonly charted: readonly string[];
  readonly onChart: (figures: readonly string[]) => void;
}

/** The height of a bar, in pixels. */
const barHeight = 20;

/** A chart of the report's rows; the buttons above it choose the figures. */
export function ReportChart({ report, answer, charted, onChart }: ReportChartProps) {
  const { t } = useTranslation();
  const palette = usePalette();
  const words = useReportWords(report);
  const figures = useMemo(() => figuresOf(report, answer, (name) => figureText(t, name)), [report, answer, t]);
  const visibleFigures = useMemo(() => {
    const selection = figures.filter(({ name }) => charted.includes(name));
    // The default figures may be unavailable for these rows.
    return selection.length > 0 ? selection : figures.slice(0, 1);
  }, [figures, charted]);
  const option = useMemo(
    () =>
      reportOption({
        answer,
        figures: visibleFigures,
        palette,
        words,
        before: (figure) => t('report.before', { figure }),
      }),
    [answer, visibleFigures, palette, words, t],
  );
  const hueOf = useMemo(() => huesOf(visibleFigures), [visibleFigures]);
  const sums = visibleFigures.map(({ name, title }) => `${title} ${words.figure(name, answer.total[name] ?? null)}`);
  const things = Math.min(answer.rows.length, maxThings);
  const series = visibleFigures.length * (answer.compared ? 2 : 1);
  const height = isTime(answer.group) ? 300 : Math.max(180, 48 + things * (12 + series * barHeight));
  return (
    <ChartPanel
      className="report-chart"
      title={t('report.chart')}
      note={
        <Keys
          figures={figures}
          charted={visibleFigures.map(({ name }) => name)}
          onChart={onChart}
          color={(at) => colorOf(palette, hueOf.get(at) ?? at)}
        />
      }
    >
      <div style={{ height }}>
        <Chart option={option} label={[t('report.chart'), ...sums].join(', ')} />
      </div>
    </ChartPanel>
  );
}

/** Figures that can share an axis: amounts that the answer contains. */
const figuresOf = (
  { declares }: Report,
  { total }: ReportAnswer,
  titleOf: (name: string) => string,
): readonly ChartedFigure[] =>
  Object.keys(declares)
    .filter((name) => isAmount(declares[name]) && total[name] !== null)
    .map((name, at) => ({ name, title: titleOf(name), at }));

const isAmount = (figure: Figure | undefined): boolean => !isShare(figure);

interface KeysProps extends Pick<ReportChartProps, 'charted' | 'onChart'> {
  readonly figures: readonly ChartedFigure[];
  readonly color: (at: number) => string;
}

function Keys({ figures, charted, onChart, color }: KeysProps) {
  return (
    <ul className="report-keys">
      {figures.map(({ name, title, at }) => {
        const isShown = charted.includes(name);
        const others = charted.filter((one) => one !== name);
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isShown}
              // The last figure cannot be removed, because an empty chart is useless.
              disabled={isShown && others.length === 0}
              onClick={() => onChart(isShown ? others : [...charted, name])}
            >
              <i style={{ background: isShown ? color(at) : 'none', borderColor: color(at) }} />
              {title}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
