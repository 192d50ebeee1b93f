import { StopOutlined } from '@ant-design/icons';
import {
  type CodeClosure,
  codeClosure,
  reopenApprove,
  reopenAsk,
  reopenRefuse,
} from '@suyuan/contract/tagging/code-closure.ts';
import { Alert } from 'antd';
import { useMemo } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import { useSession } from '#core/session/session.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { ListSpec, RowDialogProps } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import '../tagging.css';

const CloseCodes = later(() => import('./CloseCodes.tsx'));

type Step = 'ask' | 'approve' | 'refuse' | 'withdraw';

/** Closures with their reasons. Reopening codes requires the approval of a second person. */
export default function Closures() {
  const me = useSession((session) => session.self?.id);
  const spec = useMemo(() => specOf(me), [me]);
  return <DataPage spec={spec} />;
}

interface StepDialogProps extends RowDialogProps<CodeClosure> {
  readonly step: Step;
}

/** A dialog for one step of reopening codes. */
function StepDialog({ step, row: closure, onClose, onDone }: StepDialogProps) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const id = closure.id;
  const run = async ({ reason }: FormValues) => {
    try {
      if (step === 'ask') await call(reopenAsk, { id, reason: reason as string }, { fieldErrors: true });
      else await call(step === 'approve' ? reopenApprove : reopenRefuse, { id });
      notify.success(t(`queryclose.${step}Done`));
    } finally {
      // On failure, too: another person may have been faster.
      onDone();
    }
  };
  const about = {
    reason: closure.reopen_reason,
    by: closure.asked_by,
    number: numbers.count(closure.quantity),
  };
  return (
    <FormDialog
      title={t(`queryclose.${step}Title`, { closure: closure.closure_no })}
      okText={t(step === 'ask' ? 'button.reopen' : `queryclose.${step}`)}
      danger={step === 'refuse'}
      run={run}
      onClose={onClose}
    >
      <Alert
        type="info"
        showIcon
        title={t(step === 'approve' || step === 'refuse' ? 'queryclose.askedText' : `queryclose.${step}Text`, about)}
        className="tagging-note"
      />
      {step === 'ask' && <ReasonItem of={reopenAsk} label={t('queryclose.reopen_reason')} />}
    </FormDialog>
  );
}

const dialogOf = (step: Step) => (props: RowDialogProps<CodeClosure>) => <StepDialog {...props} step={step} />;

const specOf = (me: number | undefined): ListSpec =>
  thingList(codeClosure, {
    thing: codeClosure.table,
    titleOf: (row) => row.closure_no,
    buttons: [
      {
        text: 'queryclose.closeCodes',
        icon: <StopOutlined aria-hidden />,
        permission: 'queryclose:close',
        primary: true,
        danger: true,
        dialog: CloseCodes,
      },
    ],
    actions: [
      {
        key: 'ask',
        text: 'button.reopen',
        permission: 'queryclose:reopen',
        shown: (row) => row.status === 'closed',
        dialog: dialogOf('ask'),
      },
      {
        key: 'approve',
        text: 'queryclose.approve',
        permission: 'queryclose:approve',
        completes: reopenApprove,
        shown: (row) => row.status === 'reopen_asked',
        dialog: dialogOf('approve'),
      },
      {
        key: 'refuse',
        text: 'queryclose.refuse',
        permission: 'queryclose:approve',
        danger: true,
        shown: (row) => row.status === 'reopen_asked' && row.asked_by_id !== me,
        dialog: dialogOf('refuse'),
      },
      {
        key: 'withdraw',
        text: 'queryclose.withdraw',
        permission: 'queryclose:reopen',
        shown: (row) => row.status === 'reopen_asked' && row.asked_by_id === me,
        dialog: dialogOf('withdraw'),
      },
    ],
    shown: {
      closure_no: { width: 150 },
      quantity: { width: 90 },
      reason: { kind: 'longtext', width: 160 },
      status: { width: 130, tones: { closed: 'error', reopen_asked: 'warning', reopened: 'success' } },
      closed_by: { width: 100 },
      reopen_reason: { kind: 'longtext', width: 200, hidden: true },
      asked_by: { width: 120, hidden: true },
      asked_at: { hidden: true },
      decided_by: { width: 120, hidden: true },
      decided_at: { hidden: true },
    },
  });

/** The first request is the same for everybody. */
export const preload = firstRows(specOf(undefined));
