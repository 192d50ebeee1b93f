import { type CodeOrder, orderDetail } from '@suyuan/contract/tagging/code-order.ts';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { EditDrawer } from '#ui/dialogs/EditDrawer.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { useEntered } from '#ui/edit/useEntered.ts';
import { PublicAddressNotice } from '#ui/PublicAddressNotice.tsx';
import { DownloadList } from '../file/DownloadList.tsx';
import { FileForm } from '../file/FileForm.tsx';
import { LabelForm } from '../file/LabelForm.tsx';
import { PartsForm } from './PartsForm.tsx';
import '../tagging.css';

/** Everything handed out of an order: files, labels, parts for printers, and the history of downloads. */
export default function OrderFiles({ row: order, onClose, onDone }: RowDialogProps<CodeOrder>) {
  const { t } = useTranslation();
  const [part, setPart] = useState<number>();
  const entry = useEntered(part);
  const [tab, setTab] = useState('file');
  const id = order.id;
  const { data } = useQuery({
    queryKey: [orderDetail.path, id],
    queryFn: ({ signal }) => call(orderDetail, { id }, { signal }),
  });
  const parts = data?.parts ?? [];
  const common = { order, parts, part, onPart: setPart, onTaken: entry.done };
  const download = (partId: number) => {
    setPart(partId);
    setTab('file');
  };
  const close = () => {
    onClose();
    onDone();
  };
  return (
    <EditDrawer size={640} title={t('records.downloadTitle', { order: order.order_no })} onClose={close}>
      <Unsaved changed={entry.changed} />
      {order.carrier !== 'plain' && <PublicAddressNotice />}
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'file', label: t('tagging.files.file'), children: <FileForm {...common} /> },
          { key: 'labels', label: t('tagging.files.labels'), children: <LabelForm {...common} /> },
          {
            key: 'parts',
            label: t('tagging.files.parts'),
            children: <PartsForm order={order} parts={parts} onDownload={download} />,
          },
        ]}
      />
      <h2 className="tagging-heading">{t('tagging.files.log')}</h2>
      <DownloadList orderId={id} />
    </EditDrawer>
  );
}
