import { InboxOutlined } from '@ant-design/icons';
import { type ImportMode, importStop } from '@suyuan/contract/thing/list.ts';
import { Button, Checkbox, Progress, Upload } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';
import { EditDialog } from '../../dialogs/EditDialog.tsx';
import { Unsaved } from '../../edit/unsavedScope.tsx';
import type { ListSpec } from '../fields.ts';
import { ImportChanges } from './ImportChanges.tsx';
import { ImportGuide } from './ImportGuide.tsx';
import { ImportReportView } from './ImportReport.tsx';
import { hasNumbersOrDays } from './importColumns.ts';
import { type ImportChoices, useImport } from './useImport.ts';
import { WrittenIn } from './WrittenIn.tsx';

interface ImportWizardProps {
  readonly spec: ListSpec;
  /** Rows were written. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Imports a file in two steps: a dry run with a report, then writing what the person chooses. */
export default function ImportWizard({ spec, onDone, onClose }: ImportWizardProps) {
  const { t } = useTranslation();
  const can = useCan();
  const mayUpdate = takesExisting(spec) && spec.update !== undefined && mayCall(can, spec.update);
  const [choices, setChoices] = useState<ImportChoices>({ updating: false });
  const { updating, writtenIn } = choices;
  const [file, setFile] = useState<File>();
  const { report, busy, job, percent, send, forget } = useImport(spec, onDone);

  const check = (newFile: File) => {
    setFile(newFile);
    void send(newFile, 'dry', choices);
  };
  const choose = (more: Partial<ImportChoices>) => {
    const newChoices = { ...choices, ...more };
    setChoices(newChoices);
    if (file) void send(file, 'dry', newChoices);
  };
  const write = async (mode: ImportMode) => {
    const answer = file && (await send(file, mode, choices));
    if (!answer || answer.written === 0) return;
    notify.success(t('import.written', { count: answer.written }));
    onDone();
    onClose();
  };
  const changes = report ? report.added + report.updated : 0;
  const allGood = report?.refused.length === 0;
  return (
    <EditDialog
      width={760}
      title={t('import.title', { list: menuText(t, spec.name) })}
      okText={changes > 0 ? t('import.writeAll', { count: changes }) : t('button.import')}
      disabled={!allGood || changes === 0}
      busy={busy}
      more={
        report &&
        !allGood &&
        changes > 0 && (
          <Button loading={busy} onClick={() => void write('good')}>
            {t('import.writeGood', { count: changes })}
          </Button>
        )
      }
      onOk={() => void write('all')}
      onClose={onClose}
    >
      <Unsaved changed={busy || changes > 0} />
      <ImportGuide spec={spec} />
      {mayUpdate && (
        <Checkbox
          className="import-updates"
          checked={updating}
          disabled={busy}
          onChange={({ target }) => choose({ updating: target.checked })}
        >
          {t('import.updates')} <small>{t(updating ? 'import.updates.on' : 'import.updates.off')}</small>
        </Checkbox>
      )}
      {hasNumbersOrDays(spec) && (
        <WrittenIn
          value={writtenIn}
          report={report}
          disabled={busy}
          onChange={(language) => choose({ writtenIn: language })}
        />
      )}
      <FileChoice
        file={file}
        disabled={busy}
        onChoose={check}
        onRemove={() => {
          setFile(undefined);
          forget();
        }}
      />
      {job !== undefined && (
        <div className="import-report" role="status">
          {t('import.running')}{' '}
          <Button size="small" onClick={() => void call(importStop, { job }).catch(() => undefined)}>
            {t('button.stop')}
          </Button>
          <Progress percent={percent} status="active" />
        </div>
      )}
      {report && <ImportReportView report={report} list={spec.name} file={file?.name ?? ''} />}
      {report && report.changes.length > 0 && <ImportChanges report={report} spec={spec} />}
    </EditDialog>
  );
}

interface FileChoiceProps {
  readonly file: File | undefined;
  readonly disabled: boolean;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}

function FileChoice({ file, disabled, onChoose, onRemove }: FileChoiceProps) {
  const { t } = useTranslation();
  return (
    <Upload.Dragger
      accept=".xlsx,.csv,.txt"
      maxCount={1}
      disabled={disabled}
      fileList={file ? [{ uid: 'file', name: file.name }] : []}
      beforeUpload={(newFile) => {
        onChoose(newFile);
        return false;
      }}
      onRemove={onRemove}
    >
      <InboxOutlined style={{ fontSize: 32 }} aria-hidden />
      <p>{t('import.choose')}</p>
    </Upload.Dragger>
  );
}

/** Whether imports may change existing rows. */
const takesExisting = (spec: ListSpec): boolean =>
  'existing' in ((spec.import?.input as { properties?: object } | undefined)?.properties ?? {});
