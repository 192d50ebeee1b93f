import { useQuery } from '@tanstack/react-query';
import { Drawer, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderDetail } from '../../../contract/tagging.ts';
import { call } from '../../api/call.ts';
import type { Row } from '../../ui/DataPage/fields.ts';
import { DownloadList } from './DownloadList.tsx';
import { FileForm } from './FileForm.tsx';
import { LabelForm } from './LabelForm.tsx';
import { PartsForm } from './PartsForm.tsx';
import './tagging.css';

interface OrderFilesProps {
  readonly order: Row;
  readonly onClose: () => void;
  readonly onEnded: () => void;
}

/** Everything that leaves the house of an order: files, labels, parts for printers; and who took what. */
export default function OrderFiles({ order, onClose, onEnded }: OrderFilesProps) {
  const { t } = useTranslation();
  const [part, setPart] = useState<number>();
  const id = order.id as number;
  const { data } = useQuery({
    queryKey: [orderDetail.path, id],
    queryFn: ({ signal }) => call(orderDetail, { id }, { signal }),
  });
  const parts = data?.parts ?? [];
  const common = { order, parts, part, onPart: setPart };
  const close = () => {
    onClose();
    onEnded();
  };
  return (
    <Drawer open size={640} title={t('records.downloadTitle', { order: order.order_no })} onClose={close}>
      <Tabs
        items={[
          { key: 'file', label: t('tagging.files.file'), children: <FileForm {...common} /> },
          { key: 'labels', label: t('tagging.files.labels'), children: <LabelForm {...common} /> },
          { key: 'parts', label: t('tagging.files.parts'), children: <PartsForm order={order} parts={parts} /> },
        ]}
      />
      <h2 className="tagging-heading">{t('tagging.files.log')}</h2>
      <DownloadList orderId={id} />
    </Drawer>
  );
}
