import { FileTextOutlined } from '@ant-design/icons';
import {
  type GoodsFileEvent,
  goodsFileEvents,
  goodsFilePreview,
  handheldUpload,
  handheldUploads,
  sameAtDesk,
} from '@suyuan/contract/physical/goods-file.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Radio, Space } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';
import { ChooseFile } from '#ui/codeFile/ChooseFile.tsx';
import { ChosenFile } from '#ui/codeFile/ChosenFile.tsx';
import { sendingPatience, useCodeFile } from '#ui/codeFile/useCodeFile.ts';
import { csvText, saveText } from '#ui/csv.ts';

/** 上传: uploads a file of scanned codes for waybills or returns, with a preview and the progress of its job. */
export function BringFile() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const can = useCan();
  const permitted = goodsFileEvents.filter((one) => mayCall(can, sameAtDesk[one]));
  const [first] = permitted;
  const [eventType, setEvent] = useState<GoodsFileEvent>(first ?? 'load');
  const renewed = () => queries.invalidateQueries({ queryKey: [handheldUploads.page.path] });
  const file = useCodeFile<'document' | 'code'>({
    preview: (beginning) => call(goodsFilePreview, {}, { file: beginning, timeoutMs: sendingPatience }),
    send: async (upload, columns) => {
      const answer = await call(
        handheldUpload,
        { act: eventType, ...columns },
        { file: upload, timeoutMs: sendingPatience },
      );
      await renewed();
      return answer.job;
    },
  });
  const documents = t(eventType === 'return' ? 'xiazai.column.return' : 'xiazai.column.waybill');
  if (!first) return <Alert type="warning" showIcon title={t('xiazai.noEvent')} />;
  const template = () => saveText(`${t(`xiazai.act.${eventType}`)}.csv`, csvText([[documents, t('field.code')]]));
  return (
    <div className="scan-desk">
      <Alert type="info" showIcon title={t('xiazai.fileText')} />
      <Radio.Group
        aria-label={t('xiazai.act')}
        optionType="button"
        value={eventType}
        onChange={({ target }) => setEvent(target.value as GoodsFileEvent)}
        options={permitted.map((value) => ({ value, label: t(`xiazai.act.${value}`) }))}
      />
      <Space wrap>
        <ChooseFile file={file} />
        <Button icon={<FileTextOutlined aria-hidden />} onClick={template}>
          {t('xiazai.template')}
        </Button>
      </Space>
      <ChosenFile
        file={file}
        parts={[
          { value: 'document', label: documents },
          { value: 'code', label: t('field.code') },
        ]}
        sendText={t('xiazai.send')}
        onEnded={() => void renewed()}
      />
    </div>
  );
}
