import { UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Progress, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type PackingColumns,
  packingPreview,
  packingUpload,
  type Task,
  taskDetail,
  taskRefusals,
} from '../../../../contract/plant/task.ts';
import { call, download } from '../../../core/api/call.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { FilePreview, type Preview } from './FilePreview.tsx';
import { WorkOrderChoice } from './WorkOrderChoice.tsx';

/** Some millions of lines take minutes to send. */
const patience = 30 * 60_000;

/** What is shown of a file is in its first bytes, unless it is packed. */
const beginning = 2 ** 18;
const isPacked = ({ name }: File): boolean => /\.(gz|xlsx)$/i.test(name);
const beginningOf = (file: File): Blob =>
  isPacked(file) ? file : new File([file.slice(0, beginning)], file.name, { type: file.type });

/** 包装文件: a file of what lies in what is looked at, sent for a work order, and its job followed to its end. */
export function PackByFile() {
  const { t } = useTranslation();
  const [order, setOrder] = useState<number>();
  const [chosen, setChosen] = useState<{ readonly file: File; readonly preview: Preview }>();
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState<string>();
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch {
      // The person was told.
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File) =>
    during(async () => {
      const preview = await call(packingPreview, {}, { file: beginningOf(file), timeoutMs: patience });
      setJob(undefined);
      setChosen({ file, preview });
    });
  const send = (columns: PackingColumns) =>
    during(async () => {
      if (order === undefined || !chosen) return;
      const input = { work_order_id: order, ...columns };
      setJob((await call(packingUpload, input, { file: chosen.file, timeoutMs: patience })).job);
      setChosen(undefined);
    });
  return (
    <div className="scan-desk">
      <Alert type="info" showIcon title={t('relevance.fileText')} />
      <div className="packing-order">
        <WorkOrderChoice order={order} onChoose={setOrder} />
        <Upload
          accept=".txt,.csv,.jsonl,.ndjson,.json,.xlsx,.gz"
          showUploadList={false}
          disabled={busy || order === undefined}
          beforeUpload={(file) => {
            void choose(file);
            return false;
          }}
        >
          <Button
            type={chosen ? 'default' : 'primary'}
            icon={<UploadOutlined aria-hidden />}
            loading={busy && !chosen}
            disabled={order === undefined}
          >
            {t('relevance.upload')}
          </Button>
        </Upload>
      </div>
      {chosen && (
        <FilePreview
          key={`${chosen.file.name} ${chosen.file.lastModified}`}
          name={chosen.file.name}
          preview={chosen.preview}
          sending={busy}
          onSend={(columns) => void send(columns)}
          onCancel={() => setChosen(undefined)}
        />
      )}
      {job && <FollowedJob job={job} />}
    </div>
  );
}

const isOpen = (state: Task['state'] | undefined): boolean => state === 'waiting' || state === 'running';

function FollowedJob({ job }: { job: string }) {
  const { t } = useTranslation();
  const { count: number } = useNumbers();
  const { data } = useQuery({
    queryKey: [taskDetail.path, job],
    queryFn: ({ signal }) => call(taskDetail, { job }, { signal }),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) || !state.data ? 1000 : false),
  });
  if (!data) return null;
  const { state, rows, done, accepted, refused, problem, source } = data;
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
