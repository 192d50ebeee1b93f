import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Progress, Space, Table, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call } from '../../../contract/call.ts';
import type { ImportMode, ImportReport } from '../../../contract/list.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../notices/notices.ts';
import { saveText } from '../csv.ts';
import type { ListSpec } from './fields.ts';
import { refusalsOf, templateOf } from './importFiles.ts';
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
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ImportReport>();
  const [busy, setBusy] = useState(false);
  /** How far a long file is. */
  const [percent, setPercent] = useState<number>();
  const titleOf = (key: string) => (key === '' ? '' : t(`${spec.name}.${key}`));

  const send = async (chosen: File, mode: ImportMode) => {
    setBusy(true);
    try {
      const answer = await call(spec.import as Call, { mode }, { file: chosen, timeoutMs: 120_000 });
      const done = await importReport(answer as ImportReport, setPercent);
      setReport(done);
      return done;
    } catch {
      setReport(undefined);
      return undefined;
    } finally {
      setPercent(undefined);
      setBusy(false);
    }
  };
  const check = (chosen: File) => {
    setFile(chosen);
    void send(chosen, 'dry');
  };
  const write = async (mode: ImportMode) => {
    const answer = file && (await send(file, mode));
    if (!answer) return;
    if (answer.written > 0) {
      notify.success(t('import.written', { count: answer.written }));
      onDone();
      onClose();
    }
  };
  const allGood = report !== undefined && report.total > 0 && report.refused.length === 0;
  return (
    <Modal
      open
      width={760}
      title={t('import.title', { list: t(`menu.${spec.name}`) })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Space>
          <Button onClick={onClose}>{t('datapage.cancel')}</Button>
          {report && !allGood && report.good > 0 && (
            <Button loading={busy} onClick={() => void write('good')}>
              {t('import.writeGood', { count: report.good })}
            </Button>
          )}
          <Button type="primary" disabled={!allGood} loading={busy} onClick={() => void write('all')}>
            {t('import.writeAll', { count: report?.total ?? 0 })}
          </Button>
        </Space>
      }
    >
      <p>
        {t('import.lead')}{' '}
        <Button
          type="link"
          style={{ padding: 0 }}
          onClick={() =>
            saveText(
              `${t(`menu.${spec.name}`)}.csv`,
              templateOf(spec.fields, ({ key }) => titleOf(key)),
            )
          }
        >
          {t('import.template')}
        </Button>
      </p>
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
      {percent !== undefined && (
        <div style={{ marginTop: 16 }} role="status">
          {t('import.running')}
          <Progress percent={percent} status="active" />
        </div>
      )}
      {report && <Report report={report} list={spec.name} titleOf={titleOf} />}
    </Modal>
  );
}

function Report({ report, list, titleOf }: { report: ImportReport; list: string; titleOf: (key: string) => string }) {
  const { t } = useTranslation();
  const titles = [t('import.line'), t('import.content'), t('import.problem')] as const;
  return (
    <div style={{ marginTop: 16 }} role="status">
      <Alert
        type={report.refused.length === 0 ? 'success' : 'warning'}
        showIcon
        title={t('import.summary', { total: report.total, good: report.good, refused: report.refused.length })}
        description={
          report.ignored_columns.length > 0 && t('import.ignored', { columns: report.ignored_columns.join(', ') })
        }
        action={
          report.refused.length > 0 && (
            <Button size="small" onClick={() => saveText(`${list}.csv`, refusalsOf(report.refused, titles, titleOf))}>
              {t('import.saveRefused')}
            </Button>
          )
        }
      />
      {report.refused.length > 0 && (
        <Table
          size="small"
          rowKey="line"
          style={{ marginTop: 12 }}
          dataSource={report.refused}
          pagination={{ pageSize: 8, showSizeChanger: false, hideOnSinglePage: true }}
          columns={[
            { title: titles[0], dataIndex: 'line', width: 72, align: 'right' },
            { title: titles[1], dataIndex: 'content', ellipsis: true },
            {
              title: titles[2],
              dataIndex: 'problems',
              render: (problems: ImportReport['refused'][number]['problems']) =>
                problems.map(({ path, message }) => <div key={path}>{`${titleOf(path)} ${message}`}</div>),
            },
          ]}
        />
      )}
    </div>
  );
}
