import { stock } from '@suyuan/contract/physical/stock/stock.ts';
import { OrderedLine } from '@suyuan/contract/physical/waybill/waybill.ts';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { lengthOf } from '#ui/limits.ts';

interface LotInputProps {
  /** The warehouse that the goods come from; undefined where they come from elsewhere. */
  readonly warehouse: number | undefined;
  readonly product: number | undefined;
  readonly value: string | null | undefined;
  readonly onChange: (lot: string | null) => void;
  readonly placeholder: string;
  readonly 'aria-label': string;
}

/** As in GS1. */
const longestLot = 20;

const { lot: lotSchema } = OrderedLine().properties;

/** A lot of a product: chosen from those in the warehouse, with what is there of each. Another one is taken with a warning. */
export function LotInput({ warehouse, product, value, onChange, ...texts }: LotInputProps) {
  const { t } = useTranslation();
  const amount = useAmounts([product]);
  const isKnown = warehouse !== undefined && product !== undefined;
  const { data } = useQuery({
    queryKey: [stock.path, warehouse, product],
    queryFn: ({ signal }) =>
      call(stock, { warehouse_id: warehouse as number, product_id: product as number }, { signal, silent: true }),
    enabled: isKnown,
  });
  const lots = (data ?? []).flatMap(({ lot, units, loaded, expiry_date, released }) =>
    lot === null || units <= 0 ? [] : [{ lot, free: units - loaded, expiry_date, released }],
  );
  const isElsewhere = isKnown && data !== undefined && Boolean(value) && lots.every(({ lot }) => lot !== value);
  return (
    <div>
      <AutoComplete
        {...texts}
        value={value ?? ''}
        maxLength={lengthOf(lotSchema).maxLength ?? longestLot}
        onChange={(lot: string) => onChange(lot || null)}
        options={lots
          .filter(({ lot }) => !value || lot.includes(value) || lots.some((one) => one.lot === value))
          .map(({ lot, free, expiry_date, released }) => ({
            value: lot,
            label: (
              <span className="lot-choice">
                <strong>{lot}</strong> <span>{amount(free, product)}</span>
                {expiry_date && <small>{t('freight.expires', { day: expiry_date })}</small>}
                {!released && <small>{t('lines.notReleased')}</small>}
              </span>
            ),
          }))}
        allowClear
        popupMatchSelectWidth={false}
        style={{ width: '100%' }}
      />
      {isElsewhere && (
        <small role="status" className="lot-unknown">
          {t('lines.lotNotHere')}
        </small>
      )}
    </div>
  );
}
