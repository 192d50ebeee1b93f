import type { Permission } from '@suyuan/contract/menu.ts';
import type { ExceptionRow, ExceptionScreen } from '@suyuan/contract/trace/exception.ts';
import { type FunctionComponent, Suspense } from 'react';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { Amount } from '../amount/Amount.tsx';
import { CodeText } from '../code/CodeText.tsx';
import type { BatchDialogProps, ListBatchAction, ListSpec, RowAction, RowDialogProps } from '../DataPage/fields.ts';
import { thingList } from '../DataPage/thingList.ts';
import { DueTime } from '../facts/DueTime.tsx';
import type { Reference } from '../records.ts';
import type { ReasonStep } from './ReasonDialog.tsx';
import { stepTexts } from './stepTexts.ts';

const ExceptionAside = later(() => import('./ExceptionAside.tsx'));
const AssignDialog = later(() => import('./AssignDialog.tsx'));
const ReasonDialog = later(() => import('./ReasonDialog.tsx'));
const RetryDialog = later(() => import('./RetryDialog.tsx'));

const isOpen = ({ status }: ExceptionRow): boolean => status === 'open';

/** The list of an exception screen. The three screens differ in the kinds of exceptions that they show. */
export function exceptionList(screen: ExceptionScreen): ListSpec {
  const steps = stepsOf(screen);
  const isOfProduction = screen.key === 'repeatedquery';
  return thingList(screen, {
    thing: screen.table,
    titleOf: (row) => row.code ?? row.source_name ?? '',
    actions: steps.map(ofOneRow),
    batchActions: steps,
    detailAside: (row) => (
      <Suspense>
        <ExceptionAside screen={screen} id={row.id} />
      </Suspense>
    ),
    shown: {
      kind: { width: 120 },
      status: { width: 90, tones: { open: 'processing', settled: 'success', discarded: 'default' } },
      owner_id: {
        reference: ownersOf(screen),
        column: false,
        search: true,
        nameOf: (row) => row.owner,
      },
      overdue: {
        width: 90,
        hidden: true,
        search: true,
        detail: false,
        choices: ['yes', 'no'],
        render: (row) => <Overdue row={row} />,
      },
      retriable: { column: false },
      waybill_id: { column: false },
      waybill_no: { width: 110, hidden: isOfProduction },
      units: { width: 100, hidden: isOfProduction, render: (row) => <AmountOf row={row} /> },
      product_id: { column: false },
      code: { kind: 'code', width: 160, render: (row) => <CodesOf row={row} /> },
      codes: { width: 90, hidden: true },
      cause: { kind: 'longtext', width: isOfProduction ? 170 : 190 },
      work_order_no: { width: 120, hidden: screen.key === 'loglist' },
      source: { width: 90, hidden: true },
      source_name: { width: 150, hidden: !isOfProduction, render: (row) => <SourceOf row={row} /> },
      times: { width: 90, hidden: true },
      last_at: { hidden: true },
      owner: { width: 110 },
      due_at: { width: 150, render: (row) => <DueTime at={row.due_at} overdue={row.overdue} /> },
      settled_by: { width: 120, hidden: true },
      settled_at: { hidden: true },
      settlement: { kind: 'longtext', width: 200, hidden: true },
      created_at: { width: 150 },
    },
  });
}

/** The steps that can be taken with one or several exceptions. */
function stepsOf(screen: ExceptionScreen): StepAction[] {
  const withReason = (step: ReasonStep) => (props: BatchDialogProps<ExceptionRow>) => (
    <ReasonDialog screen={screen} step={step} {...props} />
  );
  const step = (key: Step, dialog: FunctionComponent<BatchDialogProps<ExceptionRow>>): StepAction => ({
    key,
    text: stepTexts[key],
    permission: `${screen.key}:${key === 'reopen' ? 'settle' : key}` satisfies Permission,
    ...(key === 'discard' ? { danger: true } : {}),
    fits: fitsFor(key),
    dialog,
  });
  return [
    step('settle', withReason('settle')),
    step('assign', (props) => <AssignDialog screen={screen} {...props} />),
    step('retry', (props) => <RetryDialog screen={screen} {...props} />),
    step('note', withReason('note')),
    step('discard', withReason('discard')),
    step('reopen', withReason('reopen')),
  ];
}

type StepAction = Extract<ListBatchAction<ExceptionRow>, { dialog: unknown }>;
type Step = 'assign' | 'note' | 'settle' | 'retry' | 'discard' | 'reopen';

/** Whether a step can be taken for an exception. */
const fitsFor =
  (step: Step) =>
  (row: ExceptionRow): boolean => {
    if (step === 'note') return true;
    if (step === 'reopen') return !isOpen(row);
    return step === 'retry' ? row.retriable : isOpen(row);
  };

const ofOneRow = ({ dialog: Dialog, fits = () => true, ...action }: StepAction): RowAction<ExceptionRow> => ({
  ...action,
  shown: fits,
  dialog: ({ row, ...props }: RowDialogProps<ExceptionRow>) => <Dialog rows={[row]} {...props} />,
});

const ownersOf = ({ owners }: ExceptionScreen): Reference => ({
  list: owners,
  label: ({ name, account_name }) => (account_name ? `${name} (${account_name})` : `${name}`),
});

/** The first code, and how many others and times the row stands for. */
function CodesOf({ row }: { readonly row: ExceptionRow }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { code, codes, times } = row;
  return (
    <>
      {code === null ? '—' : <CodeText code={code} />}
      {(codes > 1 || times > 1) && (
        <small className="exception-in-all">{t('exception.inAll', { codes: count(codes), times: count(times) })}</small>
      )}
    </>
  );
}

/** How much goods it is about. */
function AmountOf({ row: { units, product_id } }: { readonly row: ExceptionRow }) {
  return units === null ? <span aria-hidden>—</span> : <Amount units={units} of={product_id} />;
}

/** What kind of source it came from, and which. */
function SourceOf({ row: { source, source_name } }: { readonly row: ExceptionRow }) {
  const { t } = useTranslation();
  return <>{[t(`field.source.${source}`), source_name].filter(Boolean).join(' · ')}</>;
}

function Overdue({ row }: { readonly row: ExceptionRow }) {
  const { t } = useTranslation();
  return t(row.overdue ? 'field.overdue.yes' : 'field.overdue.no');
}
