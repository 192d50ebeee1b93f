import { goodsFilePreview, waybillUpload } from '@suyuan/contract/physical/goods-file.ts';
import { type Waybill, waybillCodes, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChooseFile } from '#ui/codeFile/ChooseFile.tsx';
import { ChosenFile } from '#ui/codeFile/ChosenFile.tsx';
import { sendingPatience, useCodeFile } from '#ui/codeFile/useCodeFile.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { DeskDialog } from '#ui/dialogs/DeskDialog.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { useEntered } from '#ui/edit/useEntered.ts';
import { ReasonInput } from '#ui/events/ReasonInput.tsx';

/** 按文件装车: loads the codes of a file on one waybill, by a background job. */
export default function LoadByFile({ row: waybill, onClose, onDone }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const id = waybill.id;
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const entry = useEntered(reason.trim());
  const file = useCodeFile<'code'>({
    preview: async (beginning) => {
      const { rows, columns } = await call(goodsFilePreview, {}, { file: beginning, timeoutMs: sendingPatience });
      // Without a header, the codes are in the first column.
      return { rows, columns: { code: columns.titled ? columns.code : 0, titled: columns.titled } };
    },
    send: async (upload, { code, titled }, signal) => {
      const why = reason.trim();
      const input = { id, code, titled, ...(why ? { override_reason: why } : {}) };
      const { job } = await call(waybillUpload, input, { file: upload, timeoutMs: sendingPatience, signal });
      entry.done();
      return job;
    },
  });
  const close = () => {
    file.drop();
    onClose();
  };
  const ended = () => {
    onDone();
    for (const { path } of [waybillDetail, waybillCodes]) void queries.invalidateQueries({ queryKey: [path, id] });
  };
  return (
    <DeskDialog title={t('freight.loadFileTitle', { waybill: waybill.waybill_no })} width={760} onClose={close}>
      <Unsaved changed={entry.changed} />
      <div className="scan-desk">
        <Alert type="info" showIcon title={t('freight.loadFileText')} />
        <ReasonInput
          usual={[t('freight.reason.customer'), t('freight.reason.agreed')]}
          value={reason}
          onChange={setReason}
        />
        <ChooseFile file={file} />
        <ChosenFile
          file={file}
          parts={[{ value: 'code', label: t('field.code') }]}
          sendText={t('button.load')}
          onEnded={ended}
        />
      </div>
    </DeskDialog>
  );
}
