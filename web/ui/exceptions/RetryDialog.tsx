import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { ExceptionRow, ExceptionScreen } from '@suyuan/contract/trace/exception.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, Skeleton, Switch } from 'antd';
import { useId, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { BatchDialogProps } from '../DataPage/fields.ts';
import { EditDialog } from '../dialogs/EditDialog.tsx';
import { EditForm } from '../edit/EditForm.tsx';
import { Unsaved } from '../edit/unsavedScope.tsx';
import type { Unread } from '../failure/PageFailure.tsx';
import { PartFailure } from '../failure/PartFailure.tsx';
import { ContentFields, cleaned, correctable } from './ContentFields.tsx';
import { RefusalTexts } from './RefusalTexts.tsx';
import { useExceptionChanged } from './useExceptionChanged.ts';

interface RetryDialogProps extends BatchDialogProps<ExceptionRow> {
  readonly screen: ExceptionScreen;
}

type Results = OutputOf<ExceptionScreen['retry']>['results'];

/**
 * Retries exceptions: a single one with its content as it is or corrected, several as they are. The dialog stays open while
 * some are refused.
 */
export default function RetryDialog({ screen, rows, onClose, onDone }: RetryDialogProps) {
  const { t } = useTranslation();
  const changed = useExceptionChanged(screen, onDone);
  const [id] = rows.map((row) => row.id);
  const isSingle = rows.length === 1;
  const detail = useQuery({
    queryKey: [screen.detail.path, id],
    queryFn: ({ signal }) => call(screen.detail, { id: id as number }, { signal }),
    enabled: isSingle,
  });
  const again = detail.data?.content ?? undefined;
  const [content, setContent] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [results, setResults] = useState<Results>([]);
  const failures = results.filter(({ taken }) => !taken);

  const retry = async () => {
    setBusy(true);
    setProblem(undefined);
    setResults([]);
    const ids = rows.map((row) => row.id);
    try {
      const correction = isSingle && content !== undefined && content !== again ? { content: cleaned(content) } : {};
      const answer = await call(screen.retry, { ids, ...correction }, { fieldErrors: true });
      const count = answer.results.filter((one) => one.taken).length;
      const figures = { taken: count, left: answer.results.length - count };
      if (figures.left === 0) {
        notify.success(t('exception.retryTaken', figures));
        onClose();
      } else {
        setProblem(isSingle ? t('exception.retryRefused') : t('exception.retryTaken', figures));
        setResults(answer.results);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const messages = error.fields.map(({ path, message }) => `${path.replace(/^content\.?/, '')} ${message}`.trim());
      setProblem(messages.length > 0 ? messages.join('\n') : error.message);
    } finally {
      setBusy(false);
      changed();
    }
  };
  return (
    <EditDialog
      title={`${t('button.retry')}${isSingle ? '' : ` (${rows.length})`}`}
      okText={t('button.retry')}
      busy={busy}
      disabled={isSingle && again === undefined}
      onOk={() => void retry()}
      onClose={onClose}
      width={640}
    >
      <Unsaved changed={content !== undefined && content !== again} />
      {problem && (
        <Alert
          type="warning"
          showIcon
          className="exception-problem"
          title={problem}
          description={failures.length > 0 && <RefusalTexts refusals={failures.flatMap(({ refusals }) => refusals)} />}
        />
      )}
      {isSingle ? (
        <Content again={again} unread={detail} value={content} onChange={setContent} onSave={() => void retry()} />
      ) : (
        <p>{t('exception.retryText')}</p>
      )}
    </EditDialog>
  );
}

interface ContentProps {
  /** What is sent unless it is changed. */
  readonly again: string | undefined;
  readonly unread: Unread;
  readonly value: string | undefined;
  readonly onChange: (content: string) => void;
  readonly onSave: () => void;
}

function Content({ again, unread, value, onChange, onSave }: ContentProps) {
  const { t } = useTranslation();
  const id = useId();
  const [asJson, setAsJson] = useState(false);
  const fields = correctable(value ?? again ?? '');
  const isByFields = fields !== undefined && !asJson;
  if (again === undefined) return unread.error ? <PartFailure of={unread} /> : <Skeleton active />;
  return (
    <EditForm layout="vertical" onFinish={onSave}>
      <Form.Item>
        <Switch
          id={`${id}-json`}
          checked={!isByFields}
          disabled={fields === undefined}
          onChange={setAsJson}
          aria-label={t('exception.asJson')}
        />{' '}
        <label htmlFor={`${id}-json`}>{t('exception.asJson')}</label>
      </Form.Item>
      {isByFields && (
        <>
          <p>{t('exception.contentHint')}</p>
          <ContentFields content={fields} onChange={onChange} />
        </>
      )}
      <Form.Item hidden={isByFields} label={t('exception.content')} htmlFor={id} extra={t('exception.contentHint')}>
        <Input.TextArea
          id={id}
          className="exception-content"
          autoSize={{ minRows: 6, maxRows: 16 }}
          spellCheck={false}
          value={value ?? again}
          onChange={(event) => onChange(event.target.value)}
        />
      </Form.Item>
    </EditForm>
  );
}
