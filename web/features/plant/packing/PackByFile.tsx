import { UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Progress, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { packingUpload, type Task, taskDetail, taskRefusals } from '../../../../contract/plant/task.ts';
import { call, download } from '../../../core/api/call.ts';
import { WorkOrderChoice } from './WorkOrderChoice.tsx';

/** Some millions of lines take minutes to send. */
const patience = 30 * 60_000;

/** 包装文件: a file of what lies in what is sent for a work order, and its job followed to its end. */
export function PackByFile() {
  const { t } = useTranslation();
  const [order, setOrder] = useState<number>();
  const [sending, setSending] = useState(false);
  const [job, setJob] = useState<string>();
  const send = async (file: File) => {
    if (order === undefined) return;
    setSending(true);
    try {
      setJob((await call(packingUpload, { work_order_id: order }, { file, timeoutMs: patience })).job);
    } catch {
      // The person was told.
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="scan-desk">
      <Alert type="info" showIcon title={t('relevance.fileText')} />
      <div className="packing-order">
        <WorkOrderChoice order={order} onChoose={setOrder} />
        <Upload
          accept=".txt,.csv,.gz"
          showUploadList={false}
          disabled={sending || order === undefined}
          beforeUpload={(file) => {
            void send(file);
            return false;
          }}
        >
          <Button type="primary" icon={<UploadOutlined aria-hidden />} loading={sending} disabled={order === undefined}>
            {t('relevance.upload')}
          </Button>
        </Upload>
      </div>
      {job && <FollowedJob job={job} />}
    </div>
  );
}

const isOpen = (state: Task['state'] | undefined): boolean => state === 'waiting' || state === 'running';

function FollowedJob({ job }: { job: string }) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: [taskDetail.path, job],
    queryFn: ({ signal }) => call(taskDetail, { job }, { signal }),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) || !state.data ? 1000 : false),
  });
  if (!data) return null;
  const { state, rows, done, accepted, refused, problem, source } = data;
  const number = (value: number) => value.toLocaleString(i18n.language);
  return (
    <section aria-live="polite">
      <h2>{source}</h2>
      <Progress
        percent={rows ? Math.floor((done * 100) / rows) : 0}
        status={state === 'broken' ? 'exception' : state === 'done' ? 'success' : 'active'}
        aria-label={t('taskmanagement.done')}
      />
      <p>
        {t('relevance.fileFigures', { accepted: number(accepted), refused: number(refused) })}
        {problem && ` · ${problem}`}
      </p>
      {refused > 0 && !isOpen(state) && (
        <Button onClick={() => void download(taskRefusals, { job }).catch(() => undefined)}>
          {t('taskmanagement.refusals')}
        </Button>
      )}{' '}
      <Link to="/taskmanagement">{t('menu.taskmanagement')}</Link>
    </section>
  );
}
