import { PlusOutlined } from '@ant-design/icons';
import { type ApiKey, apiKey, apiKeyRevoke } from '@suyuan/contract/integration/api-key.ts';
import { Alert } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { AddKey, EditKey } from './KeyForm.tsx';
import { KeyUse } from './KeyUse.tsx';
import { RotateKey } from './RotateKey.tsx';
import './key.css';

/** 接口密钥: the keys by which other systems call the server. */
export default function ApiKeys() {
  return <DataPage spec={keyList} />;
}

function RevokeKey({ row: { id, name }, onClose, onDone }: RowDialogProps<ApiKey>) {
  const { t } = useTranslation();
  const revoke = async () => {
    await call(apiKeyRevoke, { id }, { fieldErrors: true });
    notify.success(t('apikey.revokeDone'));
  };
  return (
    <FormDialog
      title={t('apikey.revokeTitle', { name })}
      okText={t('button.revoke')}
      danger
      run={revoke}
      onSaved={onDone}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={t('apikey.revokeText')} className="key-note" />
    </FormDialog>
  );
}

const isInUse = ({ state }: ApiKey): boolean => state !== 'revoked';

const keyList = thingList(apiKey, {
  thing: apiKey.table,
  titleOf: (row) => row.name,
  buttons: [
    { text: 'apikey.add', icon: <PlusOutlined aria-hidden />, permission: 'apikey:add', primary: true, dialog: AddKey },
  ],
  actions: [
    { key: 'update', text: 'button.update', permission: 'apikey:update', shown: isInUse, dialog: EditKey },
    { key: 'rotate', text: 'button.rotate', permission: 'apikey:rotate', shown: isInUse, dialog: RotateKey },
    {
      key: 'revoke',
      text: 'button.revoke',
      permission: 'apikey:revoke',
      danger: true,
      shown: isInUse,
      dialog: RevokeKey,
    },
  ],
  shown: {
    name: { width: 150 },
    state: { width: 90, tones: { active: 'success', suspended: 'warning', expired: 'default', revoked: 'error' } },
    hint: { width: 140, render: ({ hint }) => <code>{hint}</code> },
    party_name: { width: 130, render: (row) => <Party {...row} /> },
    calls: { width: 140, render: (row) => <KeyUse {...row} /> },
    last_used_at: { width: 150 },
    last_used_ip: { width: 120 },
    expires_at: { width: 150 },
    made_by: { width: 100, hidden: true },
    old_until: { hidden: true },
    revoked_at: { hidden: true },
    updated_at: { hidden: true },
  },
  detailAside: (row) => <KeyRights {...row} />,
});

/** Whose key it is. */
function Party({ party_name }: Pick<ApiKey, 'party_name'>) {
  const { t } = useTranslation();
  return party_name ?? t('apikey.enterprise');
}

/** What a key may do, and from where, beside its facts. */
function KeyRights({ permissions, networks }: Pick<ApiKey, 'permissions' | 'networks'>) {
  const { t } = useTranslation();
  return (
    <dl className="key-rights">
      <dt>{t('apikey.permissions')}</dt>
      <dd>
        {permissions.map((permission) => (
          <code key={permission}>{permission}</code>
        ))}
      </dd>
      <dt>{t('apikey.networks')}</dt>
      <dd>
        {networks.length === 0 && t('apikey.anywhere')}
        {networks.map((network) => (
          <code key={network}>{network}</code>
        ))}
      </dd>
    </dl>
  );
}

export const preload = firstRows(keyList);
