import { type CodeOrder, maxInUseCounted, maxUsedCounted } from '@suyuan/contract/tagging/code-order.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** The number of used codes, or "at least" the number up to which lists count. */
export function UsedCodes({ used }: { used: number }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const number = count(used);
  return <span className="data-page-number">{used < maxUsedCounted ? number : t('records.atLeast', { number })}</span>;
}

interface CodesInUseProps {
  readonly order: Pick<CodeOrder, 'on_products' | 'gone' | 'left' | 'quantity'>;
  readonly of: 'on_products' | 'gone' | 'left';
}

/** What became of the codes of an order; of very many used ones, lists say that there are at least so many. */
export function CodesInUse({ order, of }: CodesInUseProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const number = order[of];
  if (number !== null) return <span className="data-page-number">{count(number)}</span>;
  const counted = of === 'on_products' ? t('records.atLeast', { number: count(maxInUseCounted) }) : '…';
  return (
    <span className="data-page-number" title={t('records.countedInDetail')}>
      {counted}
    </span>
  );
}
