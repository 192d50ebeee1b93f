import type { ProductionLine } from '@suyuan/contract/plant/production-line.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { DeviceKeys } from '#ui/deviceKeys/DeviceKeys.tsx';

/** The device keys of a line. */
export function LineKeys({ row: line, ...dialog }: RowDialogProps<ProductionLine>) {
  const { t } = useTranslation();
  const title = t('devicekey.title', { line: line.line_name });
  return <DeviceKeys owner={{ line_id: line.id }} title={title} about={t('devicekey.about')} {...dialog} />;
}
