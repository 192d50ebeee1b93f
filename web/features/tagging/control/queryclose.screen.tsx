import { StopOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { lazy, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  closureExport,
  closurePage,
  closureScopes,
  closureStatuses,
  reopenApprove,
  reopenAsk,
  reopenRefuse,
} from '../../../../contract/tagging/code-closure.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import { useSession } from '../../../core/session/session.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec, RowDialogProps } from '../../../ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '../../../ui/FormDialog.tsx';
import { ReasonItem } from './CloseCodes.tsx';
import '../tagging.css';

const CloseCodes = lazy(() => import('./CloseCodes.tsx'));

type Step = 'ask' | 'approve' | 'refuse' | 'withdraw';

/** What is closed and why; opening it again takes the approval of a second person. */
export default function Closures() {
  const me = useSession((session) => session.self?.account_name);
  const spec = useMemo(() => specOf(me), [me]);
  return <DataPage spec={spec} />;
}

interface StepDialogProps extends RowDialogProps {
  readonly step: Step;
}

/** One step towards opening codes again, or back from it. */
function StepDialog({ step, row: closure, onClose, onDone }: StepDialogProps) {
  const { t, i18n } = useTranslation();
  const id = closure.id as number;
  const run = async ({ reason }: FormValues) => {
    try {
      if (step === 'ask') await call(reopenAsk, { id, reason: reason as string }, { fieldErrors: true });
      else await call(step === 'approve' ? reopenApprove : reopenRefuse, { id });
      notify.success(t(`queryclose.${step}Done`));
    } finally {
      // Another person may have been faster.
      onDone();
    }
  };
  const about = {
    reason: closure.reopen_reason,
    by: closure.asked_by,
    number: (closure.quantity as number).toLocaleString(i18n.language),
  };
  return (
    <FormDialog
      title={t(`queryclose.${step}Title`, { closure: closure.closure_no })}
      okText={t(`queryclose.${step}`)}
      danger={step === 'refuse'}
      run={run}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t(`queryclose.${step}Text`, about)} className="tagging-note" />
      {step === 'ask' && <ReasonItem label={t('queryclose.reopen_reason')} />}
    </FormDialog>
  );
}

const dialogOf = (step: Step) => (props: RowDialogProps) => <StepDialog {...props} step={step} />;

const specOf = (me: string | undefined): ListSpec => ({
  name: 'queryclose',
  page: closurePage,
  export: closureExport,
  thing: 'code_closure',
  titleOf: (row) => `${row.closure_no}`,
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
      text: 'queryclose.ask',
      permission: 'queryclose:reopen',
      shown: (row) => row.status === 'closed',
      dialog: dialogOf('ask'),
    },
    {
      key: 'approve',
      text: 'queryclose.approve',
      permission: 'queryclose:approve',
      shown: (row) => row.status === 'reopen_asked' && row.asked_by !== me,
      dialog: dialogOf('approve'),
    },
    {
      key: 'refuse',
      text: 'queryclose.refuse',
      permission: 'queryclose:approve',
      danger: true,
      shown: (row) => row.status === 'reopen_asked' && row.asked_by !== me,
      dialog: dialogOf('refuse'),
    },
    {
      key: 'withdraw',
      text: 'queryclose.withdraw',
      permission: 'queryclose:reopen',
      shown: (row) => row.status === 'reopen_asked' && row.asked_by === me,
      dialog: dialogOf('withdraw'),
    },
  ],
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    { key: 'closure_no', kind: 'text', column: { width: 170 } },
    { key: 'scope', kind: 'choice', choices: closureScopes, search: true, column: { width: 110 } },
    { key: 'order_no', kind: 'text', column: { width: 160 } },
    { key: 'quantity', kind: 'number', column: { width: 120, sort: true } },
    { key: 'reason', kind: 'longtext', column: { width: 200 } },
    {
      key: 'status',
      kind: 'choice',
      choices: closureStatuses,
      tones: { closed: 'error', reopen_asked: 'warning', reopened: 'success' },
      search: true,
      column: { width: 190, sort: true },
    },
    { key: 'closed_by', kind: 'text', column: { width: 120 } },
    { key: 'closed_at', kind: 'moment', column: { width: 180, sort: true } },
    { key: 'reopen_reason', kind: 'longtext', column: { width: 200, hidden: true } },
    { key: 'asked_by', kind: 'text', column: { width: 120 } },
    { key: 'asked_at', kind: 'moment', column: { width: 180, hidden: true } },
    { key: 'decided_by', kind: 'text', column: { width: 120, hidden: true } },
    { key: 'decided_at', kind: 'moment', column: { width: 180, hidden: true } },
  ],
});
