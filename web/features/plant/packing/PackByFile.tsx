import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { packingPreview, packingUpload } from '../../../../contract/plant/task.ts';
import { call } from '../../../core/api/call.ts';
import { ChooseFile } from '../../../ui/codeFile/ChooseFile.tsx';
import { FilePreview } from '../../../ui/codeFile/FilePreview.tsx';
import { FollowedJob } from '../../../ui/codeFile/FollowedJob.tsx';
import { sendingPatience, useCodeFile } from '../../../ui/codeFile/useCodeFile.ts';
import { WorkOrderChoice } from './WorkOrderChoice.tsx';

/** 包装文件: a file of what lies in what is looked at, sent for a work order, and its job followed to its end. */
export function PackByFile() {
  const { t } = useTranslation();
  const [order, setOrder] = useState<number>();
  const { chosen, busy, job, choose, send, drop } = useCodeFile<'parent' | 'child'>({
    preview: (file) => call(packingPreview, {}, { file, timeoutMs: sendingPatience }),
    send: async (file, columns) => {
      const input = { work_order_id: order as number, ...columns };
      return (await call(packingUpload, input, { file, timeoutMs: sendingPatience })).job;
    },
  });
  return (
    <div className="scan-desk">
      <Alert type="info" showIcon title={t('relevance.fileText')} />
      <div className="packing-order">
        <WorkOrderChoice order={order} onChoose={setOrder} />
        <ChooseFile disabled={order === undefined} loading={busy && !chosen} isNext={!chosen} onChoose={choose} />
      </div>
      {chosen && (
        <FilePreview
          key={`${chosen.file.name} ${chosen.file.lastModified}`}
          name={chosen.file.name}
          preview={chosen.preview}
          parts={[
            { value: 'parent', label: t('relevance.columnParent') },
            { value: 'child', label: t('relevance.columnChild') },
          ]}
          sending={busy}
          sendText={t('relevance.packFile')}
          onSend={(columns) => void send(columns)}
          onCancel={drop}
        />
      )}
      {job && <FollowedJob job={job} />}
    </div>
  );
}
