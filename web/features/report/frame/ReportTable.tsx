import {
  type Figures,
  isOfGoods,
  isShare,
  isTime,
  type Report,
  type ReportAnswer,
  type ReportRow,
} from '@suyuan/contract/thing/report.ts';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { AmountText } from '#ui/amount/Amount.tsx';
import { type AmountOf, useAmounts } from '#ui/amount/useAmounts.ts';
import { thingsOf } from './recordsBehind.ts';
import { earlierRows } from './reportOption.ts';
import type { ReportSpec } from './reportSpec.ts';
import { intoRow, type ReportState, writeReport } from './reportState.ts';
import { figureText, meaningText, type ReportWords, useReportWords } from './reportTexts.ts';

interface ReportTableProps {
  readonly spec: ReportSpec;
  readonly state: ReportState;
  readonly answer: ReportAnswer;
}

/** The figures as a table. The name of a row opens its parts; a figure opens the records behind it. */
export function ReportTable({ spec, state, answer }: ReportTableProps) {
  const { t } = useTranslation();
  const { report } = spec;
  const words = useReportWords(report);
  const amount = useAmounts(answer.rows.map((row) => productOf(state, answer, row.key)));
  const figures = figuresIn(report, answer);
  const earlier = earlierRows(answer, answer.rows);
  const inOrder = answer.rows.map((row, at) => ({ row, earlier: earlier[at] }));
  // The chart ends with today, but the table begins with it, because the latest figures are looked up most.
  const rows = isTime(answer.group) ? inOrder.toReversed() : inOrder;
  // A row without an earlier one is compared with zero.
  const nothing: Figures = Object.fromEntries(figures.map((name) => [name, isShare(report.declares[name]) ? null : 0]));
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of form fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div className="report-table" role="group" aria-label={t(`menu.${report.key}`)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{choiceText(t, 'report.group', answer.group)}</th>
            {figures.map((name) => (
              <th key={name} scope="col" title={meaningText(t, name)}>
                {figureText(t, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, earlier: before }) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName spec={spec} state={state} answer={answer} row={row} words={words} />
              </th>
              <Cells
                spec={spec}
                answer={answer}
                state={state}
                figures={figures}
                amount={amount}
                row={row}
                before={answer.compared ? (before?.figures ?? nothing) : undefined}
              />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('report.total')}</th>
            <Cells
              spec={spec}
              answer={answer}
              state={state}
              figures={figures}
              amount={amount}
              row={{ key: 'total', name: t('report.total'), figures: answer.total }}
              before={answer.compared?.total}
            />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface RowNameProps extends ReportTableProps {
  readonly row: ReportRow;
  readonly words: ReportWords;
}

/** A link into the parts of the row, or else to the record that the row is about. */
function RowName({ spec, state, answer, row, words }: RowNameProps) {
  const { t } = useTranslation();
  const can = useCan();
  const name = words.row(answer.group, row);
  const thing = spec.things?.[answer.group];
  const isLeaf = thing && can(thing.permission) && row.key !== '0';
  const next = intoRow(state, row.key, answer, spec.report);
  const to = isLeaf ? thing.address(row.name, row.key) : next && `?${writeReport(next, spec.report)}`;
  if (to === undefined) return <>{name}</>;
  return (
    <Link to={to} title={t('report.open', { name })}>
      {name}
    </Link>
  );
}

/** The product that the goods of a row are of; undefined if they are of several. */
function productOf({ narrowed }: ReportState, { group }: ReportAnswer, key: string): number | undefined {
  return (group === 'product' && key !== 'total' ? Number(key) : 0) || narrowed.product;
}

interface CellsProps extends ReportTableProps {
  readonly figures: readonly string[];
  readonly amount: AmountOf;
  readonly row: ReportRow;
  readonly before: Figures | undefined;
}

function Cells({ spec, answer, state, figures, amount, row, before }: CellsProps) {
  const { t } = useTranslation();
  const can = useCan();
  const words = useReportWords(spec.report);
  const ofTotal = row.key === 'total';
  const product = productOf(state, answer, row.key);
  const of = ofTotal ? state.narrowed : thingsOf(state.narrowed, answer.group, row.key);
  const addressOf = (name: string): string | undefined => {
    const records = spec.records?.[name];
    // The figure of a period has no link, because the lists are filtered by all days of the report; its parts are opened first.
    const isWhole = ofTotal || of !== state.narrowed;
    if (!records || !isWhole || !row.figures[name] || !can(records.permission)) return undefined;
    const isShown = Object.keys(of).every((by) => records.by.some((one) => one === by));
    return isShown ? records.address({ of, days: answer }) : undefined;
  };
  return figures.map((name) => {
    const value = row.figures[name] ?? null;
    const to = addressOf(name);
    const isAmount = value !== null && product !== undefined && isOfGoods(spec.report.declares[name]);
    const text = isAmount ? <AmountText>{amount(value, product)}</AmountText> : words.figure(name, value);
    return (
      <td key={name}>
        {to ? (
          <Link to={to} title={t('report.records', { name: row.name, figure: figureText(t, name) })}>
            {text}
          </Link>
        ) : (
          text
        )}
        <Interval report={spec.report} share={name} figures={row.figures} words={words} />
        {before && <Change now={value} before={before[name] ?? null} share={isShare(spec.report.declares[name])} />}
      </td>
    );
  });
}

interface IntervalProps {
  readonly report: Report;
  readonly share: string;
  readonly figures: Figures;
  readonly words: ReportWords;
}

/** The confidence interval of a share, if the report has one. */
function Interval({ report: { declares }, share, figures, words }: IntervalProps) {
  const { t } = useTranslation();
  const [least, most] = (['least', 'most'] as const).map((side) =>
    Object.keys(declares).find((name) => {
      const figure = declares[name];
      return figure?.kind === 'bound' && figure.share === share && figure.side === side;
    }),
  );
  if (least === undefined || most === undefined || typeof figures[least] !== 'number') return null;
  const bounds = { least: words.figure(least, figures[least]), most: words.figure(most, figures[most] ?? null) };
  return (
    <small className="report-interval" title={t('report.interval', bounds)}>
      {bounds.least} – {bounds.most}
    </small>
  );
}

/** The change from the previous period, as an arrow and a percentage; for shares, the difference. */
function Change({ now, before, share: ofShares }: { now: number | null; before: number | null; share: boolean }) {
  const { t } = useTranslation();
  const { count, share } = useNumbers();
  if (now === null || before === null || now === before) return <small aria-hidden>·</small>;
  const part = ofShares ? now - before : (now - before) / Math.abs(before);
  // After zero, there is no percentage.
  const by = Number.isFinite(part) ? share(Math.abs(part)) : t('report.afterZero', { count: count(Math.abs(now)) });
  const isMore = now > before;
  return (
    <small title={t(isMore ? 'report.up' : 'report.down', { share: by })}>
      <span aria-hidden>{isMore ? '▲' : '▼'}</span>
      <span className="visually-hidden">{isMore ? '+' : '−'}</span>
      {by}
    </small>
  );
}

/**
 * The figures of a report that an answer contains. A share is contained if its whole is, even if that is 0; bounds are shown
 * with their share.
 */
export const figuresIn = ({ declares }: Report, { total }: Pick<ReportAnswer, 'total'>): string[] =>
  Object.entries(declares).flatMap(([name, figure]) => {
    const of = figure.kind === 'share' && figure.whole in total ? figure.whole : name;
    return figure.kind !== 'bound' && total[of] !== null ? [name] : [];
  });
