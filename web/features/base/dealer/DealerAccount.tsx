import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { dealerAccount } from '@suyuan/contract/inspect/case/deposit.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useMoney } from '#core/formats/useMoney.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import type { ChartOption } from '#ui/charts/option.ts';
import { type Palette, usePalette } from '#ui/charts/palette.ts';
import { Fact } from '#ui/facts/Fact.tsx';

type Month = OutputOf<typeof dealerAccount>['months'][number];

/** The deposit and settlements of a dealer, and its warnings and cases by month. */
export default function DealerAccount({ dealer }: { readonly dealer: number }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { count } = useNumbers();
  const account = useQuery({
    queryKey: [dealerAccount.path, dealer],
    queryFn: ({ signal }) => call(dealerAccount, { dealer_id: dealer }, { signal }),
  });
  if (!account.data) return null;
  const { currency, deposit, agreed, paid, open_cases, open_warnings, months } = account.data;
  return (
    <section className="partner-part" aria-label={t('dealer.account')}>
      <h2>
        {t('dealer.account')}
        <Link to={`/case?tab=settlements&dealer_id=${dealer}`}>{t('dealer.settlements')}</Link>
        <Link to={`/case?tab=deposits&dealer_id=${dealer}`}>{t('dealer.movements')}</Link>
        <Link to={`/case?dealer_id=${dealer}`}>{t('dealer.cases')}</Link>
      </h2>
      <dl className="data-page-facts">
        <Fact title={t('dealer.deposit')}>{money(deposit, currency)}</Fact>
        <Fact title={t('dealer.agreed')}>{money(agreed, currency)}</Fact>
        <Fact title={t('dealer.paid')}>{money(paid, currency)}</Fact>
        <Fact title={t('dealer.openCases')}>{count(open_cases)}</Fact>
        <Fact title={t('dealer.openWarnings')}>{count(open_warnings)}</Fact>
      </dl>
      <Risk months={months} />
    </section>
  );
}

function Risk({ months }: { readonly months: readonly Month[] }) {
  const { t } = useTranslation();
  const palette = usePalette();
  const { count, share } = useNumbers();
  const titles = useMemo(
    () => ({ warnings: t('dealer.riskWarnings'), cases: t('dealer.riskCases'), share: t('dealer.riskShare') }),
    [t],
  );
  const option = useMemo(() => riskOption(months, palette, titles), [months, palette, titles]);
  if (months.every(({ warnings, cases, seen }) => warnings + cases + seen === 0)) {
    return <p className="partner-none">{t('dealer.noRisk')}</p>;
  }
  return (
    <ChartPanel
      className="dealer-risk"
      title={t('dealer.risk')}
      table={{
        columns: [t('dealer.riskMonth'), titles.warnings, titles.cases, titles.share],
        rows: months.map((one) => [
          one.month,
          count(one.warnings),
          count(one.cases),
          one.seen === 0 ? '—' : share(Math.min(1, one.diverted / one.seen)),
        ]),
      }}
    >
      <Chart option={option} label={t('dealer.risk')} />
    </ChartPanel>
  );
}

/** Warnings and cases as bars; the share of the codes seen that are suspected of diversion as a line, in per cent. */
function riskOption(
  months: readonly Month[],
  palette: Palette,
  titles: Readonly<Record<'warnings' | 'cases' | 'share', string>>,
): ChartOption {
  return {
    tooltip: { trigger: 'axis' },
    grid: { left: 8, right: 8, top: 16, bottom: 8, containLabel: true },
    xAxis: { type: 'category', data: months.map(({ month }) => month) },
    yAxis: [
      { type: 'value', minInterval: 1 },
      { type: 'value', min: 0, max: 100, axisLabel: { formatter: '{value}%' }, splitLine: { show: false } },
    ],
    series: [
      {
        type: 'bar',
        name: titles.warnings,
        data: months.map(({ warnings }) => warnings),
        itemStyle: { color: palette.theme },
      },
      { type: 'bar', name: titles.cases, data: months.map(({ cases }) => cases) },
      {
        type: 'line',
        name: titles.share,
        yAxisIndex: 1,
        data: months.map(({ seen, diverted }) =>
          seen === 0 ? null : Math.round(Math.min(1, diverted / seen) * 1000) / 10,
        ),
      },
    ],
  };
}
