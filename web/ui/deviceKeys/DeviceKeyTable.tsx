import type { DeviceKey } from '@suyuan/contract/plant/device/device-key.ts';
import { Table } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '../facts/Moment.tsx';
import { StatusTag } from '../StatusTag.tsx';

interface DeviceKeyTableProps {
  readonly keys: readonly DeviceKey[];
  readonly loading: boolean;
  readonly onAction: (action: 'rotate' | 'revoke', key: DeviceKey) => void;
}

/** The device keys of a line or a warehouse. The keys themselves cannot be shown, because the server has only their hashes. */
export function DeviceKeyTable({ keys, loading, onAction }: DeviceKeyTableProps) {
  const { t } = useTranslation();
  const actions = (key: DeviceKey) => (
    <div className="row-actions">
      <button type="button" className="row-action" onClick={() => onAction('rotate', key)}>
        {t('devicekey.rotate')}
      </button>
      <button type="button" className="row-action row-action-danger" onClick={() => onAction('revoke', key)}>
        {t('button.revoke')}
      </button>
    </div>
  );
  return (
    <Table<DeviceKey>
      size="small"
      rowKey="id"
      dataSource={[...keys]}
      loading={loading}
      scroll={{ x: 840 }}
      locale={{ emptyText: t('devicekey.none') }}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: t('devicekey.name'), dataIndex: 'name', width: 140 },
        {
          title: t('field.state'),
          width: 85,
          render: (_, { revoked_at }) => (
            <StatusTag tone={revoked_at ? 'default' : 'success'}>
              {t(`devicekey.state.${revoked_at ? 'revoked' : 'live'}`)}
            </StatusTag>
          ),
        },
        {
          title: t('devicekey.last_seen_at'),
          width: 170,
          render: (_, { last_seen_at }) => (last_seen_at ? <Moment at={last_seen_at} /> : t('devicekey.never')),
        },
        { title: t('devicekey.created_by'), width: 110, render: (_, { created_by_name }) => created_by_name ?? '—' },
        { title: t('devicekey.created_at'), width: 170, render: (_, { created_at }) => <Moment at={created_at} /> },
        {
          title: t('field.actions'),
          width: 170,
          render: (_, key) => (key.revoked_at ? <Moment at={key.revoked_at} /> : actions(key)),
        },
      ]}
    />
  );
}
