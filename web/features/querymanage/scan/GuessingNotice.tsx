import { scanGuessing } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Table } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';

/** A warning that networks were refused for guessing codes; renders nothing if none was. */
export function GuessingNotice() {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const [open, setOpen] = useState(false);
  const { data = [] } = useQuery({
    queryKey: [scanGuessing.path],
    queryFn: ({ signal }) => call(scanGuessing, {}, { signal, silent: true }),
  });
  if (data.length === 0) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={t('customerquery.guessing', { count: data.length })}
        action={
          <Button size="small" onClick={() => setOpen(true)}>
            {t('customerquery.guessingShow')}
          </Button>
        }
      />
      <Modal
        open={open}
        title={t('customerquery.guessingTitle')}
        footer={null}
        width={760}
        onCancel={() => setOpen(false)}
      >
        <Table
          size="small"
          rowKey="network"
          dataSource={data}
          pagination={false}
          scroll={{ x: 'max-content', y: 420 }}
          columns={[
            {
              title: t('customerquery.network'),
              dataIndex: 'network',
              render: (network: string) => network || t('customerquery.networkNotKept'),
            },
            { title: t('field.region'), dataIndex: 'region' },
            {
              title: t('customerquery.refused'),
              dataIndex: 'refused',
              align: 'right',
              render: (times: number) => numbers.count(times),
            },
            { title: t('customerquery.firstAt'), dataIndex: 'first_at', render: (at: string) => <Moment at={at} /> },
            { title: t('customerquery.lastAt'), dataIndex: 'last_at', render: (at: string) => <Moment at={at} /> },
          ]}
        />
      </Modal>
    </>
  );
}
