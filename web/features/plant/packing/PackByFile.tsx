import { packingPreview, packingUpload, type ShortPackages, shortPackages } from '@suyuan/contract/plant/task.ts';
import { Alert, Segmented } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChooseFile } from '#ui/codeFile/ChooseFile.tsx';
import { ChosenFile } from '#ui/codeFile/ChosenFile.tsx';
import { sendingPatience, useCodeFile } from '#ui/codeFile/useCodeFile.ts';
import { useOrderInAddress } from './useWorkOrder.ts';
import { WorkOrderChoice } from './WorkOrderChoice.tsx';

/** 包装文件: uploads a file of packages and their contents for a work order, with a preview and the progress of its job. */
export function PackByFile() {
  const { t } = useTranslation();
  const [order, setOrder] = useState(useOrderInAddress()[0]);
  const [short, setShort] = useState<ShortPackages>('refuse');
  const file = useCodeFile<'parent' | 'child'>({
    preview: (beginning) => call(packingPreview, {}, { file: beginning, timeoutMs: sendingPatience }),
    send: async (upload, columns) => {
      const input = { work_order_id: order as number, short, ...columns };
      return (await call(packingUpload, input, { file: upload, timeoutMs: sendingPatience })).job;
    },
  });
  return (
    <div className="scan-desk">
      <Alert type="info" showIcon title={t('relevance.fileText')} />
      <div className="desk-head packing-order">
        <WorkOrderChoice order={order} onChoose={setOrder} />
        <div className="packing-short">
          <span id="packing-short">{t('relevance.short')}</span>
          <Segmented<ShortPackages>
            aria-labelledby="packing-short"
            value={short}
            onChange={setShort}
            options={shortPackages.map((value) => ({ value, label: t(`relevance.short.${value}`) }))}
          />
        </div>
        <ChooseFile file={file} disabled={order === undefined} />
      </div>
      <ChosenFile
        file={file}
        parts={[
          { value: 'parent', label: t('relevance.columnParent') },
          { value: 'child', label: t('relevance.columnChild') },
        ]}
        sendText={t('relevance.packFile')}
      />
    </div>
  );
}
