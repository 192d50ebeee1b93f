import { mostUsedCounted } from '../../../../contract/tagging/code-order.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';

/** How many codes of an order were used, as far as a list counts them. */
export function UsedCodes({ used }: { used: number }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const number = count(used);
  return <span className="data-page-number">{used < mostUsedCounted ? number : t('records.atLeast', { number })}</span>;
}
