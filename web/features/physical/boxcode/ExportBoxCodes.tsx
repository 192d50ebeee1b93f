import { DownloadOutlined } from '@ant-design/icons';
import type { BoxCode } from '@suyuan/contract/physical/stock.ts';
import { Button } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { csvText, saveText } from '#ui/csv.ts';
import { unknownCode } from '../parts/unknownCode.ts';
import { useWhereabouts } from '../parts/useWhereabouts.ts';

/** Downloads the found packages as a file, built in the browser because all data are there already. */
export function ExportBoxCodes({ rows }: { rows: readonly BoxCode[] }) {
  const { t } = useTranslation();
  const whereIs = useWhereabouts();
  const save = () => {
    const titles = [
      'field.code',
      'field.product',
      'field.lot_id',
      'lines.quantity',
      'field.lies_in',
      'boxcode.where',
      'field.waybill',
    ] as const;
    const lines = rows.map((one) => [
      one.code ?? one.sent,
      one.product_name ?? '',
      one.lot ?? '',
      String(one.units),
      one.lies_in ?? '',
      one.code ? whereIs(one.where) : t(`scan.${unknownCode()}`),
      one.waybills.map(({ waybill_no }) => waybill_no).join(' '),
    ]);
    saveText('boxcodes.csv', csvText([titles.map((key) => t(key)), ...lines]));
  };
  return (
    <Button icon={<DownloadOutlined aria-hidden />} onClick={save}>
      {t('button.export')}
    </Button>
  );
}
