import { mostUsedCounted } from '../../../../contract/tagging/code-order.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';

/** The number of used codes, or "at least" the number up to which lists count. */
export function UsedCodes({ used }: { used: number }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const number = count(used);
  return <span className="data-page-number">{used < mostUsedCounted ? number : t('records.atLeast', { number })}</span>;
}
