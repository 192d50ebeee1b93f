import { type ConsumerWarning, consumerWarning, warningTake } from '@suyuan/contract/inspect/consumer-warning.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { call } from '#core/api/call.ts';
import { later } from '#core/loading/later.tsx';
import { AreaPicker } from '#ui/area/AreaPicker.tsx';
import { CodeText } from '#ui/code/CodeText.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { BatchDialogProps, ListBatchAction, ListSpec, RowAction, RowDialogProps } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { dealerReference, productReference } from '#ui/pickers/baseReferences.ts';
import { lotReference } from '#ui/pickers/lotReference.ts';
import { stepTexts } from './stepTexts.ts';
import type { Step } from './WarningStep.tsx';

const WarningAside = later(() => import('./WarningAside.tsx'));
const WarningStep = later(() => import('./WarningStep.tsx'));
const NewCase = later(() => import('../case/NewCase.tsx'));
const NewTask = later(() => import('../task/NewTask.tsx'));

const isOpen = ({ status }: ConsumerWarning): boolean => status !== 'settled';

/** Steps that open a dialog, with their permissions; they can be taken for one or several warnings. */
const steps: readonly (readonly [Step, Permission])[] = [
  ['settle', 'queryconsumerwarning:settle'],
  ['assign', 'queryconsumerwarning:assign'],
  ['investigating', 'queryconsumerwarning:take'],
  ['escalated', 'queryconsumerwarning:take'],
  ['note', 'queryconsumerwarning:take'],
];

type Take = (rows: readonly ConsumerWarning[]) => void;

const batchActionsOf = (take: Take): ListBatchAction<ConsumerWarning>[] => [
  {
    key: 'take',
    text: 'queryconsumerwarning.take',
    permission: 'queryconsumerwarning:take',
    fits: ({ status }) => status === 'new',
    run: take,
  },
  ...steps.map(([step, permission]) => ({
    key: step,
    text: stepTexts[step],
    permission,
    fits: isOpen,
    dialog: (props: BatchDialogProps<ConsumerWarning>) => (
      <Suspense>
        <WarningStep step={step} {...props} />
      </Suspense>
    ),
  })),
  {
    key: 'case',
    text: 'case.make',
    permission: 'case:add',
    fits: (row) => isOpen(row) && row.case_id === null,
    dialog: ({ rows, ...props }) => (
      <Suspense>
        <NewCase title={titleOf(rows)} ids={rows.map(({ id }) => id)} {...props} />
      </Suspense>
    ),
  },
];

/** What a case of some warnings is called at first: by their dealer or product, if they have one in common. */
function titleOf(rows: readonly ConsumerWarning[]): string {
  const common = (key: 'dealer_name' | 'product_name') =>
    new Set(rows.map((row) => row[key])).size === 1 ? rows[0]?.[key] : null;
  return common('dealer_name') ?? common('product_name') ?? rows[0]?.subject ?? '';
}

/** The same step for a single row; the usual ones come first. */
const ofOneRow = ({ fits = () => true, ...action }: ListBatchAction<ConsumerWarning>): RowAction<ConsumerWarning> => ({
  ...action,
  shown: fits,
  ...(action.key === 'take' || action.key === 'settle' ? {} : { later: true as const }),
  ...('run' in action
    ? { run: (row: ConsumerWarning) => action.run([row]) }
    : { dialog: ({ row, ...props }: RowDialogProps<ConsumerWarning>) => <action.dialog rows={[row]} {...props} /> }),
});

/** 预警清单: suspicions raised by the warning rules, each open until a person settles it. */
export default function Warnings() {
  const queries = useQueryClient();
  const spec = useMemo(
    () =>
      specOf((rows) => {
        const answer = call(warningTake, { ids: rows.map(({ id }) => id) });
        void answer
          .catch(() => undefined)
          .then(() => queries.invalidateQueries({ queryKey: [consumerWarning.page.path] }));
      }),
    [queries],
  );
  return <DataPage spec={spec} />;
}

const specOf = (take: Take): ListSpec =>
  thingList(consumerWarning, {
    thing: consumerWarning.table,
    titleOf: (row) => row.subject,
    batchActions: batchActionsOf(take),
    detailAside: (row) => (
      <Suspense>
        <WarningAside warning={row} />
      </Suspense>
    ),
    actions: [
      ...batchActionsOf(take).map(ofOneRow),
      {
        key: 'task',
        text: 'inspecttask.add',
        permission: 'case:task',
        later: true,
        shown: isOpen,
        dialog: ({ row, ...props }) => (
          <Suspense>
            <NewTask inspected={{ warning_id: row.id, name: row.subject }} {...props} />
          </Suspense>
        ),
      },
    ],
    shown: {
      code: { search: true },
      rule: { width: 150 },
      status: {
        width: 100,
        tones: {
          new: 'error',
          taken: 'processing',
          investigating: 'processing',
          escalated: 'warning',
          settled: 'default',
        },
      },
      outcome: { width: 100, search: true, hidden: true, tones: { right: 'error', false_alarm: 'success' } },
      subject: { width: 190, render: (row) => (row.code ? <CodeText code={row.code} /> : `${row.subject}`) },
      product_id: { reference: productReference, search: true },
      product_name: { width: 120 },
      dealer_id: { reference: dealerReference, search: true },
      dealer_name: { width: 190 },
      lot_id: { reference: lotReference, search: true },
      province: { input: AreaPicker, search: true },
      region: { width: 120 },
      place_basis: { width: 120, hidden: true },
      times: { width: 80 },
      fired_at: { width: 170 },
      last_at: { width: 170, hidden: true },
      case_id: { search: false },
      case_no: { width: 120, hidden: true },
      in_case: { search: true },
      owner_id: { search: false },
      owner: { width: 110 },
      settled_at: { hidden: true },
      settled_by: { width: 110, hidden: true },
      reason: { kind: 'longtext', width: 200, hidden: true },
    },
  });

export const preload = firstRows(specOf(() => {}));
