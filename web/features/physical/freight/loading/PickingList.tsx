import { PrinterOutlined } from '@ant-design/icons';
import { picking, pickingPaper } from '@suyuan/contract/physical/stock/picking.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { call, download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Allowed } from '#core/session/allowed.tsx';
import { Amount } from '#ui/amount/Amount.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';

/** The polling interval in milliseconds; others load from the same warehouse. */
const everyMs = 15_000;
/** The number of packages shown; the paper has all. */
const most = 8;

/** 拣货: the packages to fetch next for a waybill, the first of which moves on as scans come. */
export function PickingList({ waybillId }: { readonly waybillId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [picking.path, waybillId],
    queryFn: ({ signal }) => call(picking, { id: waybillId }, { signal, silent: true }),
    refetchInterval: everyMs,
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  if (!data || data.rows.length + data.short.length === 0) return null;
  return (
    <section aria-label={t('freight.picking')}>
      <div className="stock-heading">
        <h3 className="physical-heading">{t('freight.picking')}</h3>
        <Allowed permission="freight:print">
          <Button
            size="small"
            icon={<PrinterOutlined aria-hidden />}
            onClick={() => void download(pickingPaper, { id: waybillId }).catch(() => undefined)}
          >
            {t('button.print')}
          </Button>
        </Allowed>
      </div>
      <ol className="next-lots picking">
        {data.rows.slice(0, most).map((one) => (
          <li key={`${one.line_id} ${one.code}`}>
            <strong>{one.place}</strong> <code>{one.code}</code> <span>{one.product_name}</span> <span>{one.lot}</span>{' '}
            <Amount units={one.units} of={one.product_id} />
            {one.units < one.of && <small>{t('freight.pickPart')}</small>}
          </li>
        ))}
      </ol>
      {data.short.map((one) => (
        <p key={one.line_id} className="pick-short">
          {t('freight.pickShort')}: {one.product_name} <Amount units={one.units} of={one.product_id} />
        </p>
      ))}
    </section>
  );
}
