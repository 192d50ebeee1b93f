import { FileTextOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Radio, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type GoodsFileAct,
  goodsFileActs,
  goodsFilePreview,
  handheldUpload,
} from '../../../../contract/physical/goods-file.ts';
import { task } from '../../../../contract/plant/task.ts';
import { call } from '../../../core/api/call.ts';
import { ChooseFile } from '../../../ui/codeFile/ChooseFile.tsx';
import { FilePreview } from '../../../ui/codeFile/FilePreview.tsx';
import { FollowedJob } from '../../../ui/codeFile/FollowedJob.tsx';
import { sendingPatience, useCodeFile } from '../../../ui/codeFile/useCodeFile.ts';
import { csvText, saveText } from '../../../ui/csv.ts';

/** 上传: a file of scanned codes, each of a waybill or a return: what it is for, its first lines, and its job. */
export function BringFile() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [act, setAct] = useState<GoodsFileAct>('load');
  const renewed = () => queries.invalidateQueries({ queryKey: [task.page.path] });
  const { chosen, busy, job, choose, send, drop } = useCodeFile<'document' | 'code'>({
    preview: (file) => call(goodsFilePreview, {}, { file, timeoutMs: sendingPatience }),
    send: async (file, columns) => {
      const started = await call(handheldUpload, { act, ...columns }, { file, timeoutMs: sendingPatience });
      await renewed();
      return started.job;
    },
  });
  const documents = t(act === 'return' ? 'xiazai.column.return' : 'xiazai.column.waybill');
  const template = () => saveText(`${t(`xiazai.act.${act}`)}.csv`, csvText([[documents, t('xiazai.column.code')]]));
  return (
    <div className="scan-desk">
      <Alert type="info" showIcon title={t('xiazai.fileText')} />
      <Radio.Group
        aria-label={t('xiazai.act')}
        optionType="button"
        value={act}
        onChange={({ target }) => setAct(target.value as GoodsFileAct)}
        options={goodsFileActs.map((value) => ({ value, label: t(`xiazai.act.${value}`) }))}
      />
      <Space wrap>
        <ChooseFile disabled={false} loading={busy && !chosen} isNext={!chosen} onChoose={choose} />
        <Button icon={<FileTextOutlined aria-hidden />} onClick={template}>
          {t('xiazai.template')}
        </Button>
      </Space>
      {chosen && (
        <FilePreview
          key={`${chosen.file.name} ${chosen.file.lastModified}`}
          name={chosen.file.name}
          preview={chosen.preview}
          parts={[
            { value: 'document', label: documents },
            { value: 'code', label: t('xiazai.column.code') },
          ]}
          sending={busy}
          sendText={t('xiazai.send')}
          onSend={(columns) => void send(columns)}
          onCancel={drop}
        />
      )}
      {job && <FollowedJob job={job} onEnded={() => void renewed()} />}
    </div>
  );
}
