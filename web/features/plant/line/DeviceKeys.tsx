import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeviceKey,
  deviceKeyAdd,
  deviceKeyList,
  deviceKeyRevoke,
  deviceKeyRotate,
} from '../../../../contract/plant/device-key.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import type { RowDialogProps } from '../../../ui/DataPage/fields.ts';
import { EditDrawer } from '../../../ui/edit/EditDrawer.tsx';
import { DeviceKeyTable } from './DeviceKeyTable.tsx';
import { NewDeviceKey } from './NewDeviceKey.tsx';
import { type NewKey, OneTimeKey } from './OneTimeKey.tsx';
import './line.css';

/** The keys of a line's devices: made, shown once, replaced and revoked. */
export function DeviceKeys({ row: line, onClose, onDone }: RowDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [modal, modalPlace] = Modal.useModal();
  const [made, setMade] = useState<NewKey>();
  const line_id = line.id as number;
  const keys = useQuery({
    queryKey: [deviceKeyList.path, line_id],
    queryFn: ({ signal }) => call(deviceKeyList, { line_id }, { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: [deviceKeyList.path, line_id] });

  const add = async (name: string) => {
    setMade({ name, ...(await call(deviceKeyAdd, { line_id, name }, { fieldErrors: true })) });
    void refresh();
  };
  const carryOut = {
    rotate: async ({ id, name }: DeviceKey) => setMade({ name, ...(await call(deviceKeyRotate, { id })) }),
    revoke: async ({ id }: DeviceKey) => {
      await call(deviceKeyRevoke, { id });
      notify.success(t('datapage.saved'));
    },
  };
  const ask = (action: keyof typeof carryOut, key: DeviceKey) =>
    modal.confirm({
      title: t(`devicekey.${action}Title`, { name: key.name }),
      content: t(`devicekey.${action}Text`),
      okText: t(`devicekey.${action}`),
      cancelText: t('datapage.cancel'),
      okButtonProps: { danger: true },
      // What stood against it was said; the question closes either way.
      onOk: () =>
        carryOut[action](key)
          .then(undefined, () => undefined)
          .finally(() => void refresh()),
    });
  const close = () => {
    onClose();
    onDone();
  };
  return (
    <EditDrawer size={900} title={t('devicekey.title', { line: line.line_name })} onClose={close}>
      <p>{t('devicekey.about')}</p>
      <NewDeviceKey onAdd={add} />
      {keys.isError && <Alert type="warning" showIcon title={t('devicekey.failed')} description={keys.error.message} />}
      <DeviceKeyTable keys={keys.data ?? []} loading={keys.isPending} onAction={ask} />
      {made && <OneTimeKey made={made} onClose={() => setMade(undefined)} />}
      {modalPlace}
    </EditDrawer>
  );
}
