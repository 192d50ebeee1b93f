import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { consumerWarning, warningTake } from '../../../../contract/inspect/consumer-warning.ts';
import { call } from '../../../core/api/call.ts';
import { CodeText } from '../../../ui/code/CodeText.tsx';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec, RowDialogProps } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { thingList } from '../../../ui/DataPage/thingList.ts';
import { dealerReference } from '../../../ui/pickers/dealerReference.ts';
import { productReference } from '../../../ui/pickers/productReference.ts';
import type { Row } from '../../../ui/records.ts';
import ChosenWarnings from './ChosenWarnings.tsx';
import type { Step } from './WarningStep.tsx';

const WarningAside = lazy(() => import('./WarningAside.tsx'));
const WarningStep = lazy(() => import('./WarningStep.tsx'));

const isOpen = ({ status }: Row): boolean => status !== 'settled';

const dialogOf = (step: Step) => (props: RowDialogProps) => (
  <Suspense>
    <WarningStep step={step} rows={[props.row]} onClose={props.onClose} onDone={props.onDone} />
  </Suspense>
);
const [settling, escalating, noting, investigating, assigning] = (
  ['settle', 'escalated', 'note', 'investigating', 'assign'] as const
).map(dialogOf) as [Dialog, Dialog, Dialog, Dialog, Dialog];
type Dialog = ReturnType<typeof dialogOf>;

/** 预警清单: what the rules suspect, until a person has settled it. */
export default function Warnings() {
  const queries = useQueryClient();
  const spec = useMemo(
    () =>
      specOf((row) => {
        const taken = call(warningTake, { ids: [row.id as number] });
        void taken
          .catch(() => undefined)
          .then(() => queries.invalidateQueries({ queryKey: [consumerWarning.page.path] }));
      }),
    [queries],
  );
  return <DataPage spec={spec} />;
}

const specOf = (take: (row: Row) => void): ListSpec =>
  thingList(consumerWarning, {
    thing: consumerWarning.table,
    titleOf: (row) => `${row.subject}`,
    chosen: ChosenWarnings,
    detailAside: (row) => (
      <Suspense>
        <WarningAside warning={row} />
      </Suspense>
    ),
    actions: [
      {
        key: 'take',
        text: 'queryconsumerwarning.take',
        permission: 'queryconsumerwarning:take',
        shown: ({ status }) => status === 'new',
        run: take,
      },
      {
        key: 'settle',
        text: 'queryconsumerwarning.settle',
        permission: 'queryconsumerwarning:settle',
        shown: isOpen,
        dialog: settling,
      },
      {
        key: 'assign',
        text: 'queryconsumerwarning.assign',
        permission: 'queryconsumerwarning:assign',
        later: true,
        shown: isOpen,
        dialog: assigning,
      },
      {
        key: 'investigating',
        text: 'queryconsumerwarning.investigating',
        permission: 'queryconsumerwarning:take',
        later: true,
        shown: isOpen,
        dialog: investigating,
      },
      {
        key: 'escalated',
        text: 'queryconsumerwarning.escalated',
        permission: 'queryconsumerwarning:take',
        later: true,
        shown: isOpen,
        dialog: escalating,
      },
      {
        key: 'note',
        text: 'queryconsumerwarning.note',
        permission: 'queryconsumerwarning:take',
        later: true,
        shown: isOpen,
        dialog: noting,
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
      subject: { width: 200, render: (row) => (row.code ? <CodeText code={row.code as string} /> : `${row.subject}`) },
      product_id: { reference: productReference, search: true },
      product_name: { width: 130 },
      dealer_id: { reference: dealerReference, search: true },
      dealer_name: { width: 130 },
      region: { width: 140 },
      place_basis: { width: 120, hidden: true },
      times: { width: 80 },
      fired_at: { width: 170 },
      last_at: { width: 170, hidden: true },
      owner_id: { search: false },
      owner: { width: 110 },
      settled_at: { hidden: true },
      settled_by: { width: 110, hidden: true },
      reason: { kind: 'longtext', width: 200, hidden: true },
    },
  });

export const first = firstRows(specOf(() => {}));
