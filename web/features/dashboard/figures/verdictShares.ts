import { type Verdict, verdicts } from '@suyuan/contract/consumer/scan.ts';
import { type ChartOption, pointedAt } from '#ui/charts/option.ts';
import type { Palette } from '#ui/charts/palette.ts';

export interface VerdictShare {
  readonly verdict: Verdict;
  readonly scanned: number;
  /** The share of all scans, from 0 to 1. */
  readonly share: number;
}

export const sumOf = (rows: readonly { readonly scanned: number }[]): number =>
  rows.reduce((sum, { scanned }) => sum + scanned, 0);

/** All verdicts in the order of the contract, so that colours and positions do not change from day to day. */
export function verdictShares(rows: readonly { readonly verdict: string; readonly scanned: number }[]): VerdictShare[] {
  const all = sumOf(rows);
  return verdicts.map((verdict) => {
    const scans = rows.find((row) => row.verdict === verdict)?.scanned ?? 0;
    return { verdict, scanned: scans, share: all === 0 ? 0 : scans / all };
  });
}

/** The colours of verdicts in the list of scans, except that `recalled`, `lost`, `void` and `unknown` differ here. */
export const verdictColors = ({
  success,
  warning,
  error,
  theme,
  dark,
}: Palette): Readonly<Record<Verdict, string>> => ({
  genuine: success,
  repeated: warning,
  recalled: dark ? '#ff922b' : '#d9480f',
  lost: dark ? '#f783ac' : '#a61e4d',
  unbound: theme,
  void: error,
  unknown: dark ? '#b197fc' : '#7950f2',
});

interface VerdictWords {
  readonly nameOf: (verdict: Verdict) => string;
  readonly count: (value: number) => string;
  readonly share: (value: number) => string;
}

export function verdictOption(shares: readonly VerdictShare[], palette: Palette, words: VerdictWords): ChartOption {
  const colors = verdictColors(palette);
  return {
    tooltip: {
      trigger: 'item',
      formatter: (item) => {
        const { name, value, percent } = pointedAt(item);
        return `${name}<br><b>${words.count(value)}</b> (${words.share(percent / 100)})`;
      },
    },
    series: [
      {
        id: 'verdicts',
        type: 'pie',
        radius: ['66%', '94%'],
        label: { show: false },
        itemStyle: { borderColor: palette.surface, borderWidth: 2, borderRadius: 3 },
        emphasis: { scaleSize: 4 },
        data: shares
          .filter(({ scanned }) => scanned > 0)
          .map(({ verdict, scanned }) => ({
            name: words.nameOf(verdict),
            value: scanned,
            itemStyle: { color: colors[verdict] },
          })),
      },
    ],
  };
}
