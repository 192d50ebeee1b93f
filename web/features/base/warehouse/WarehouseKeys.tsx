import type { Warehouse } from '@suyuan/contract/base/warehouse.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { DeviceKeys } from '#ui/deviceKeys/DeviceKeys.tsx';

/** The device keys with which the WMS of a warehouse calls the server. */
export function WarehouseKeys({ row: warehouse, ...dialog }: RowDialogProps<Warehouse>) {
  const { t } = useTranslation();
  return (
    <DeviceKeys
      owner={{ warehouse_id: warehouse.id }}
      title={t('devicekey.ofWarehouse', { warehouse: warehouse.warehouse_name })}
      about={t('devicekey.aboutWarehouse')}
      {...dialog}
    />
  );
}
