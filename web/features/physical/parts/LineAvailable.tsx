import { stockAvailable } from '@suyuan/contract/physical/stock/stock-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';

interface LineAvailableProps {
  readonly warehouse: number;
  readonly product: number;
  readonly lot: string | null | undefined;
  readonly quantity: number | undefined;
  /** The number of the waybill itself, once it has one. */
  readonly besides: string | undefined;
}

/** What can still be ordered from a warehouse; beyond it, a warning with the waybills that reserve the rest. */
export function LineAvailable({ warehouse, product, lot, quantity, besides }: LineAvailableProps) {
  const { t } = useTranslation();
  const amount = useAmounts([product]);
  const input = {
    warehouse_id: warehouse,
    product_id: product,
    ...(lot ? { lot } : {}),
    ...(besides ? { besides } : {}),
  };
  const { data } = useQuery({
    queryKey: [stockAvailable.path, input],
    queryFn: ({ signal }) => call(stockAvailable, input, { signal, silent: true }),
  });
  if (!data) return null;
  const isBeyond = quantity !== undefined && quantity > data.available;
  const others = data.waybills.map(({ waybill_no, units }) => `${waybill_no} (${amount(units, product)})`).join(' ');
  return (
    <small className={isBeyond ? 'lot-unknown' : 'amount-converted'} role={isBeyond ? 'alert' : undefined}>
      {t(isBeyond ? 'lines.beyond' : 'lines.available', { amount: amount(data.available, product) })}
      {isBeyond && others !== '' && ` ${t('lines.reservedBy', { waybills: others })}`}
    </small>
  );
}
