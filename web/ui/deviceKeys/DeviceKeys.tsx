import {
  type DeviceKey,
  deviceKeyAdd,
  deviceKeyList,
  deviceKeyRevoke,
  deviceKeyRotate,
} from '@suyuan/contract/plant/device/device-key.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '../DataPage/fields.ts';
import { EditDrawer } from '../dialogs/EditDrawer.tsx';
import { PartFailure } from '../failure/PartFailure.tsx';
import { DeviceKeyTable } from './DeviceKeyTable.tsx';
import { NewDeviceKey } from './NewDeviceKey.tsx';
import { type NewKey, OneTimeKey } from './OneTimeKey.tsx';
import './deviceKeys.css';

interface DeviceKeysProps extends Pick<RowDialogProps, 'onClose' | 'onDone'> {
  readonly owner: { readonly line_id: number } | { readonly warehouse_id: number };
  readonly title: string;
  readonly about: string;
}

/** Dialog with the device keys of a line or a warehouse: creates, shows once, rotates and revokes them. */
export function DeviceKeys({ owner, title, about, onClose, onDone }: DeviceKeysProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [modal, modalPlace] = Modal.useModal();
  const [newKey, setNewKey] = useState<NewKey>();
  const keys = useQuery({
    queryKey: [deviceKeyList.path, owner],
    queryFn: ({ signal }) => call(deviceKeyList, owner, { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: [deviceKeyList.path, owner] });

  const add = async (name: string) => {
    setNewKey({ name, ...(await call(deviceKeyAdd, { ...owner, name }, { fieldErrors: true })) });
    void refresh();
  };
  const actions = {
    rotate: async ({ id, name }: DeviceKey) => setNewKey({ name, ...(await call(deviceKeyRotate, { id })) }),
    revoke: async ({ id }: DeviceKey) => {
      await call(deviceKeyRevoke, { id });
      notify.success(t('datapage.saved'));
    },
  };
  const ask = (action: keyof typeof actions, key: DeviceKey) =>
    modal.confirm({
      title: t(`devicekey.${action}Title`, { name: key.name }),
      content: t(`devicekey.${action}Text`),
      okText: t(action === 'revoke' ? 'button.revoke' : 'devicekey.rotate'),
      cancelText: t('datapage.cancel'),
      okButtonProps: { danger: true },
      // `call` has shown the error; the confirmation closes in any case.
      onOk: () =>
        actions[action](key)
          .then(undefined, () => undefined)
          .finally(() => void refresh()),
    });
  const close = () => {
    onClose();
    onDone();
  };
  return (
    <EditDrawer size={900} title={title} onClose={close}>
      <p>{about}</p>
      <NewDeviceKey onAdd={add} />
      <PartFailure of={keys} title={t('devicekey.failed')} />
      <DeviceKeyTable keys={keys.data ?? []} loading={keys.isPending} onAction={ask} />
      {newKey && <OneTimeKey made={newKey} onClose={() => setNewKey(undefined)} />}
      {modalPlace}
    </EditDrawer>
  );
}
