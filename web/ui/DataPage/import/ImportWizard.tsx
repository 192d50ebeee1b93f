import { InboxOutlined } from '@ant-design/icons';
import { Button, Checkbox, Modal, Progress, Space, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call } from '../../../../contract/call.ts';
import { type ImportMode, type ImportReport, importStop } from '../../../../contract/list.ts';
import { call } from '../../../core/api/call.ts';
import { menuText } from '../../../core/i18n/menuText.ts';
import { notify } from '../../../core/notices/notices.ts';
import { mayCall, useCan } from '../../../core/session/allowed.tsx';
import type { ListSpec } from '../fields.ts';
import { ImportGuide } from './ImportGuide.tsx';
import { ImportReportView } from './ImportReport.tsx';
import { importReport } from './importReport.ts';

interface ImportWizardProps {
  readonly spec: ListSpec;
  /** Rows were written. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Checks a file line by line first; writes only what is asked for after that. */
export default function ImportWizard({ spec, onDone, onClose }: ImportWizardProps) {
  const { t } = useTranslation();
  const can = useCan();
  const mayUpdate = takesExisting(spec) && spec.update !== undefined && mayCall(can, spec.update);
  const [updates, setUpdates] = useState(mayUpdate);
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ImportReport>();
  const [busy, setBusy] = useState(false);
  /** A long file: its job, and how far it is. */
  const [job, setJob] = useState<string>();
  const [percent, setPercent] = useState(0);

  const send = async (chosen: File, mode: ImportMode, updating: boolean) => {
    setBusy(true);
    try {
      const wish = { mode, ...(updating ? { existing: 'update' } : {}) };
      const answer = (await call(spec.import as Call, wish, { file: chosen, timeoutMs: 120_000 })) as ImportReport;
      setPercent(0);
      setJob(answer.job);
      const done = await importReport(answer, setPercent);
      setReport(done);
      return done;
    } catch {
      setReport(undefined);
      // Of one that was stopped, or broke off, rows may be there.
      if (mode === 'good') onDone();
      return undefined;
    } finally {
      setJob(undefined);
      setBusy(false);
    }
  };
  const check = (chosen: File) => {
    setFile(chosen);
    void send(chosen, 'dry', updates);
  };
  const switchUpdates = (wished: boolean) => {
    setUpdates(wished);
    if (file) void send(file, 'dry', wished);
  };
  const write = async (mode: ImportMode) => {
    const answer = file && (await send(file, mode, updates));
    if (!answer || answer.written === 0) return;
    notify.success(t('import.written', { count: answer.written }));
    onDone();
    onClose();
  };
  const changes = report ? report.added + report.updated : 0;
  const allGood = report?.refused.length === 0;
  return (
    <Modal
      open
      width={760}
      title={t('import.title', { list: menuText(t, spec.name) })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Space wrap>
          <Button onClick={onClose}>{t('datapage.cancel')}</Button>
          {report && !allGood && changes > 0 && (
            <Button loading={busy} onClick={() => void write('good')}>
              {t('import.writeGood', { count: changes })}
            </Button>
          )}
          <Button type="primary" disabled={!allGood || changes === 0} loading={busy} onClick={() => void write('all')}>
            {changes > 0 ? t('import.writeAll', { count: changes }) : t('datapage.import')}
          </Button>
        </Space>
      }
    >
      <ImportGuide spec={spec} />
      {mayUpdate && (
        <Checkbox
          className="import-updates"
          checked={updates}
          disabled={busy}
          onChange={({ target }) => switchUpdates(target.checked)}
        >
          {t('import.updates')} <small>{t(updates ? 'import.updates.on' : 'import.updates.off')}</small>
        </Checkbox>
      )}
      <Upload.Dragger
        accept=".xlsx,.csv,.txt"
        maxCount={1}
        disabled={busy}
        fileList={file ? [{ uid: 'file', name: file.name }] : []}
        beforeUpload={(chosen) => {
          check(chosen);
          return false;
        }}
        onRemove={() => {
          setFile(undefined);
          setReport(undefined);
        }}
      >
        <InboxOutlined style={{ fontSize: 32 }} aria-hidden />
        <p>{t('import.choose')}</p>
      </Upload.Dragger>
      {job !== undefined && (
        <div className="import-report" role="status">
          {t('import.running')}{' '}
          <Button size="small" onClick={() => void call(importStop, { job }).catch(() => undefined)}>
            {t('import.stop')}
          </Button>
          <Progress percent={percent} status="active" />
        </div>
      )}
      {report && <ImportReportView report={report} list={spec.name} />}
    </Modal>
  );
}

/** Whether files may change rows that are there already. */
const takesExisting = (spec: ListSpec): boolean =>
  'existing' in ((spec.import?.input as { properties?: object } | undefined)?.properties ?? {});
