import { suggestions } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Amount } from '#ui/amount/Amount.tsx';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';

/** The polling interval in milliseconds; others load from the same warehouse. */
const everyMs = 15_000;

/** 先到期先出: the lots to load next for the open lines of a waybill, first expired first out. */
export function NextLots({ waybillId }: { waybillId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [suggestions.path, waybillId],
    queryFn: ({ signal }) => call(suggestions, { id: waybillId }, { signal, silent: true }),
    refetchInterval: everyMs,
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t('freight.nextLots')}>
      <h3 className="physical-heading">{t('freight.nextLots')}</h3>
      <ul className="next-lots">
        {data.map(({ line_id, product_id, product_name, lot, expiry_date, production_date, units, held }) => (
          <li key={`${line_id} ${lot}`}>
            <span>{product_name}</span> <strong>{lot}</strong> <Amount units={units} of={product_id} />
            <HeldTag held={held} hold={null} />
            {expiry_date ? (
              <small>{t('freight.expires', { day: expiry_date })}</small>
            ) : (
              production_date && <small>{t('freight.produced', { day: production_date })}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
