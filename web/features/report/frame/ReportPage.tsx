import { maxRows, type ReportAnswer } from '@suyuan/contract/thing/report.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { call, download } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { menuText } from '#core/i18n/menuText.ts';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { onSameTab, useView } from '#ui/DataPage/state/listQuery.ts';
import { ViewButton } from '#ui/DataPage/views/ViewButton.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { ReportChart } from './ReportChart.tsx';
import { ReportControls } from './ReportControls.tsx';
import { figuresIn, ReportTable } from './ReportTable.tsx';
import type { ReportSpec } from './reportSpec.ts';
import { inputOf, type ReportState, readReport, writeReport } from './reportState.ts';
import { figureText, meaningText, useReportWords } from './reportTexts.ts';
import './report.css';

/** A report as a chart and a table; the URL has its period, grouping and filters. */
export function ReportPage({ spec }: { readonly spec: ReportSpec }) {
  const { t } = useTranslation();
  const { report } = spec;
  const [query, setQuery] = useSearchParams();
  // The suffix keeps them apart from the views of a list with the same key.
  const views = `${report.key}figures`;
  const { view, pending, showView } = useView(views);
  const state = readReport(view ? onSameTab(query, new URLSearchParams(view.query)) : query, report);
  const input = inputOf(state);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [report.figures.path, input],
    queryFn: async ({ signal }) => (await call(report.figures, input, { signal, silent: true })) as ReportAnswer,
    placeholderData: keepPreviousData,
    enabled: !pending,
  });
  const savedView = () => ({ query: `${writeReport({ ...state, tab: undefined }, report)}`, columns: noColumns });
  const change = (changes: Partial<ReportState>) => setQuery(writeReport({ ...state, ...changes }, report));
  const Below = spec.below;
  return (
    <div className="report" aria-busy={isFetching}>
      <section className="report-panel report-head">
        <header>
          <h1>{menuText(t, report.key)}</h1>
          <p>{t(`report.about.${report.key}` as TextKey)}</p>
        </header>
        <ReportControls
          report={report}
          state={state}
          answer={data}
          takeaway={spec.takeaway}
          pickers={spec.pickers}
          views={<ViewButton list={views} shown={{ view, showView }} kept={savedView} keepText={t('report.keep')} />}
          onChange={change}
          onExport={(format) => download(report.export, { ...input, format })}
        />
        <Days answer={data} spec={spec} />
      </section>
      <PartFailure of={{ error, refetch }} title={t('report.failed')} />
      {!data && !error && (
        <section className="report-panel">
          <Skeleton active paragraph={{ rows: 10 }} />
        </section>
      )}
      {data && !error && <Answer spec={spec} state={state} answer={data} onChange={change} />}
      {Below && <Below narrowed={state.narrowed} input={input} />}
    </div>
  );
}

/** The columns of a report are its figures, so a view has none to choose. */
const noColumns = { order: [], hidden: [] };

/** The days of the figures, also in print. */
function Days({ spec, answer }: { readonly spec: ReportSpec; readonly answer: ReportAnswer | undefined }) {
  const { t } = useTranslation();
  const { day } = useReportWords(spec.report);
  const days = (of: { readonly from: string; readonly to: string }) =>
    t('report.days', { from: day(of.from), to: day(of.to) });
  return (
    <p className="report-days">
      {answer ? days(answer) : ' '}
      {answer?.compared && ` · ${t('report.comparedWith', { days: days(answer.compared) })}`}
    </p>
  );
}

interface AnswerProps {
  readonly spec: ReportSpec;
  readonly state: ReportState;
  readonly answer: ReportAnswer;
  readonly onChange: (change: Partial<ReportState>) => void;
}

function Answer({ spec, state, answer, onChange }: AnswerProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const isEmpty = Object.values(answer.total).every((value) => !value);
  if (isEmpty) return <p className="report-panel report-empty">{t('report.empty')}</p>;
  return (
    <>
      <ReportChart
        report={spec.report}
        answer={answer}
        charted={state.charted ?? spec.charted}
        onChart={(figures) => onChange({ charted: figures })}
      />
      <section className="report-panel">
        <ReportTable spec={spec} state={state} answer={answer} />
        {answer.more && <p className="report-note">{t('report.more', { rows: count(maxRows) })}</p>}
        <Meanings spec={spec} answer={answer} />
        <Checked answer={answer} />
      </section>
    </>
  );
}

function Meanings({ spec, answer }: Pick<AnswerProps, 'spec' | 'answer'>) {
  const { t } = useTranslation();
  const figures = figuresIn(spec.report, answer);
  return (
    <section className="report-meanings" aria-label={t('report.meanings')}>
      <h2>{t('report.meanings')}</h2>
      <dl>
        {figures.map((name) => (
          <div key={name}>
            <dt>{figureText(t, name)}</dt>
            <dd>{meaningText(t, name)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Whether the figures agreed with the events when they were last recounted. */
function Checked({ answer: { checked } }: Pick<AnswerProps, 'answer'>) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (!checked) return null;
  const at = moment(checked.at).slice(0, 16);
  if (checked.differing === 0) return <p className="report-note">{t('report.checked', { at })}</p>;
  return <Alert type="error" showIcon title={t('report.checkedOff', { at, count: checked.differing })} />;
}
