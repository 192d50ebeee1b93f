import type { ExceptionRow, ExceptionScreen } from '@suyuan/contract/trace/exception.ts';
import { Form, Input } from 'antd';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import type { BatchDialogProps } from '../DataPage/fields.ts';
import { FormDialog, type FormValues } from '../dialogs/FormDialog.tsx';
import { UsualReasons } from '../events/UsualReasons.tsx';
import { textLimit } from '../limits.ts';
import { stepTexts } from './stepTexts.ts';
import { useExceptionChanged } from './useExceptionChanged.ts';

/** Steps that need one text: a note, or the reason for settling, discarding or opening again. */
export type ReasonStep = 'note' | 'settle' | 'discard' | 'reopen';

interface ReasonDialogProps extends BatchDialogProps<ExceptionRow> {
  readonly screen: ExceptionScreen;
  readonly step: ReasonStep;
}

/** Kinds of exceptions where two labels have one code, or one thing was captured twice. */
const duplicates: ReadonlySet<ExceptionRow['kind']> = new Set(['repeated_code', 'two_orders', 'printed_twice']);
/** How they are usually settled. */
const duplicateReasons = ['here', 'label', 'replaced', 'scannedTwice'] as const;

/** The desks where a duplicate is set right, before it is settled. */
function DuplicateDesks() {
  const { t } = useTranslation();
  const can = useCan();
  const desks = [
    ...(can('unrelevance1:add') ? [{ to: '/unrelevance1', text: t('exception.doUnpack') }] : []),
    ...(can('replace:add') ? [{ to: '/home/plant/production/replace', text: t('exception.doReplace') }] : []),
    ...(can('relevance:pack') ? [{ to: '/relevance?tab=compare', text: t('exception.doCompare') }] : []),
  ];
  if (desks.length === 0) return null;
  return (
    <p>
      {t('exception.settleBy')}{' '}
      {desks.map(({ to, text }) => (
        <Link key={to} to={to} className="exception-desk">
          {text}
        </Link>
      ))}
    </p>
  );
}

export default function ReasonDialog({ screen, step, rows, onClose, onDone }: ReasonDialogProps) {
  const { t } = useTranslation();
  const changed = useExceptionChanged(screen, onDone);
  const ids = rows.map(({ id }) => id);
  const run = async ({ text, reason }: FormValues) => {
    try {
      if (step === 'note') await call(screen.note, { ids, text: text as string }, { fieldErrors: true });
      else await call(screen[step], { ids, reason: reason as string }, { fieldErrors: true });
      notify.success(t(`exception.${step}Done`));
    } finally {
      // On failure, too: another person may have been faster.
      changed();
    }
  };
  const isOfDuplicates = step === 'settle' && rows.every(({ kind }) => duplicates.has(kind));
  const limit = step === 'note' ? textLimit(screen.note, 'text') : textLimit(screen.settle, 'reason');
  return (
    <FormDialog
      title={`${t(step === 'reopen' ? stepTexts.reopen : `exception.${step}Title`)}${rows.length > 1 ? ` (${rows.length})` : ''}`}
      okText={t(stepTexts[step])}
      danger={step === 'discard'}
      run={run}
      onClose={onClose}
    >
      <Form.Item
        name={step === 'note' ? 'text' : 'reason'}
        label={t(step === 'note' ? 'field.note' : 'exception.reason')}
        rules={[{ required: true, whitespace: true }]}
      >
        {isOfDuplicates ? (
          <UsualReasons usual={duplicateReasons.map((key) => t(`exception.usual.${key}`))} />
        ) : (
          <Input.TextArea rows={3} showCount autoFocus {...limit} />
        )}
      </Form.Item>
      {isOfDuplicates && <DuplicateDesks />}
    </FormDialog>
  );
}
