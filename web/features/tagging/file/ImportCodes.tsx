import { UploadOutlined } from '@ant-design/icons';
import {
  type CodeImport,
  codeImport,
  codeImportStop,
  importDiscard,
  importList,
  importProblems,
} from '@suyuan/contract/tagging/code-import.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty, Popconfirm, Skeleton, Upload } from 'antd';
import { useRef, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { EditDrawer } from '#ui/dialogs/EditDrawer.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { TakeImport } from './TakeImport.tsx';
import '../tagging.css';

const tones = {
  waiting: 'default',
  reading: 'processing',
  read: 'warning',
  taken: 'success',
  discarded: 'default',
  broken: 'error',
} as const;
/** The timeout for uploading ten million lines. */
const patience = 60 * 60_000;

/** Imports codes printed by others: the file is read first, then a person reviews the report, and then the codes are accepted. */
export default function ImportCodes({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);
  const breakOff = useRef(new AbortController());
  const [taking, setTaking] = useState<CodeImport>();
  const { data } = useQuery({
    queryKey: [importList.path],
    queryFn: ({ signal }) => call(importList, {}, { signal }),
    refetchInterval: ({ state }) => (sending || state.data?.some(isUnderWay) ? 1500 : false),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: [importList.path] });
  const send = async (file: File) => {
    setSending(true);
    try {
      await call(codeImport, {}, { file, timeoutMs: patience, signal: breakOff.current.signal });
    } catch {
      // `call` has shown the error.
    } finally {
      setSending(false);
      refresh();
    }
  };
  const close = () => {
    breakOff.current.abort();
    onClose();
  };
  const settle = async (ending: typeof importDiscard | typeof codeImportStop, id: number) => {
    await call(ending, { id }).catch(() => undefined);
    refresh();
  };
  return (
    <EditDrawer size={640} title={t('tagging.import.title')} onClose={close}>
      <Unsaved changed={sending} />
      <Alert type="info" showIcon title={t('tagging.import.text')} className="tagging-note" />
      <Upload
        accept=".txt,.csv,.gz"
        showUploadList={false}
        disabled={sending}
        beforeUpload={(file) => {
          void send(file);
          return false;
        }}
      >
        <Button type="primary" icon={<UploadOutlined aria-hidden />} loading={sending}>
          {t('codeInput.file')}
        </Button>
      </Upload>
      {!data && <Skeleton active className="tagging-heading" />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('tagging.import.none')} />}
      <ul className="download-list">
        {data?.map((one) => (
          <ImportItem
            key={one.id}
            one={one}
            onTake={() => setTaking(one)}
            onDiscard={() => void settle(importDiscard, one.id)}
            onStop={() => void settle(codeImportStop, one.id)}
          />
        ))}
      </ul>
      {taking && (
        <TakeImport
          one={taking}
          onClose={() => setTaking(undefined)}
          onDone={(orderNo) => {
            notify.success(t('tagging.import.taken', { order: orderNo }));
            refresh();
            onDone();
          }}
        />
      )}
    </EditDrawer>
  );
}

interface ImportItemProps {
  readonly one: CodeImport;
  readonly onTake: () => void;
  readonly onDiscard: () => void;
  readonly onStop: () => void;
}

/** Whether it is being read, or is queued for that. */
const isUnderWay = ({ state }: CodeImport): boolean => state === 'waiting' || state === 'reading';

function ImportItem({ one, onTake, onDiscard, onStop }: ImportItemProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const { count: number } = useNumbers();
  const {
    file_name,
    state,
    read_lines,
    accepted,
    repeated,
    known,
    refused,
    forms,
    order_no,
    created_by,
    started_at,
    problem,
  } = one;
  const against = repeated + known + refused;
  return (
    <li>
      <div className="tagging-row">
        <strong className="import-name">{file_name}</strong>
        <StatusTag tone={tones[state]}>{t(`tagging.import.state.${state}`)}</StatusTag>
        {order_no && <span>{order_no}</span>}
      </div>
      <div>
        {t('tagging.import.counts', { read: number(read_lines), accepted: number(accepted) })}
        {against > 0 &&
          ` · ${t('tagging.import.against', { repeated: number(repeated), known: number(known), refused: number(refused) })}`}
      </div>
      {forms.length > 0 && (
        <div>
          {forms
            .map(({ kind, length, count }) =>
              t(`tagging.import.form.${length === null ? 'open' : 'of'}`, {
                count: number(count),
                kind: t(`tagging.import.kind.${kind}`),
                length,
              }),
            )
            .join(' · ')}
        </div>
      )}
      {problem && <div>{problem}</div>}
      <small>
        {created_by} · <Moment at={started_at} />
      </small>
      <div className="tagging-row import-ways">
        {state === 'read' && (
          <>
            <Button type="primary" size="small" disabled={accepted === 0} onClick={onTake}>
              {t('tagging.import.take')}
            </Button>
            <Popconfirm
              title={t('tagging.import.discardText')}
              okText={t('tagging.import.discard')}
              cancelText={t('datapage.cancel')}
              onConfirm={onDiscard}
            >
              <Button size="small" danger>
                {t('tagging.import.discard')}
              </Button>
            </Popconfirm>
          </>
        )}
        {isUnderWay(one) && (
          <Button size="small" onClick={onStop}>
            {t('tagging.import.stop')}
          </Button>
        )}
        {against > 0 && (
          <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t('tagging.import.problems')}
          </Button>
        )}
      </div>
      {shown && <Problems id={one.id} />}
    </li>
  );
}

function Problems({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [importProblems.path, id],
    queryFn: ({ signal }) => call(importProblems, { id }, { signal }),
  });
  if (!data) return <Skeleton active paragraph={{ rows: 2 }} />;
  return (
    <ul className="import-problems">
      {data.map(({ line, content, message }) => (
        <li key={line}>
          {t('tagging.import.line', { line })}
          {t('datapage.colon')}
          <code>{content}</code> {message}
        </li>
      ))}
    </ul>
  );
}
