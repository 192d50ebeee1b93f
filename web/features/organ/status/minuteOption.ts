import type { SystemMinute } from '@suyuan/contract/organ/system-status.ts';
import type { ChartOption } from '#ui/charts/option.ts';
import type { Palette } from '#ui/charts/palette.ts';

export const measures = [
  'calls',
  'call_time',
  'errors',
  'scans',
  'scan_time',
  'events',
  'standstill',
  'memory',
  'connections',
] as const satisfies readonly (keyof SystemMinute)[];
export type Measure = (typeof measures)[number];

interface MinuteParts {
  readonly measure: Measure;
  readonly minutes: readonly SystemMinute[];
  readonly palette: Palette;
  readonly title: string;
  readonly write: (value: number) => string;
  readonly clock: (at: string) => string;
}

/** One measure by minute; minutes in which there was nothing to measure are gaps. */
export function minuteOption({ measure, minutes, palette, title, write, clock }: MinuteParts): ChartOption {
  return {
    grid: { left: 0, right: 4, top: 8, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: { trigger: 'axis', valueFormatter: (value) => (value == null ? '–' : write(Number(value))) },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: minutes.map(({ ends_at }) => clock(ends_at)),
      axisLabel: { hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: 0,
      splitNumber: 2,
      ...(measure === 'memory' || measure.endsWith('time') || measure === 'standstill' ? {} : { minInterval: 1 }),
      axisLabel: { formatter: write },
    },
    series: [
      {
        id: measure,
        type: 'line',
        name: title,
        color: measure === 'errors' ? palette.error : palette.theme,
        // A single minute would be no line.
        showSymbol: minutes.length === 1,
        lineStyle: { width: 2 },
        areaStyle: { opacity: 0.08 },
        data: minutes.map((minute) => minute[measure]),
      },
    ],
  };
}
