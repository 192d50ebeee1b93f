import { useTranslation } from 'react-i18next';
import type { RowDialogProps } from '../../../ui/DataPage/fields.ts';
import { DeviceKeys } from '../../../ui/deviceKeys/DeviceKeys.tsx';

/** The keys by which the WMS of a warehouse calls. */
export function WarehouseKeys({ row: warehouse, ...dialog }: RowDialogProps) {
  const { t } = useTranslation();
  return (
    <DeviceKeys
      owner={{ warehouse_id: warehouse.id as number }}
      title={t('devicekey.ofWarehouse', { warehouse: warehouse.warehouse_name })}
      about={t('devicekey.aboutWarehouse')}
      {...dialog}
    />
  );
}
