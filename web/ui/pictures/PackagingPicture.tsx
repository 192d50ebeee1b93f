import type { HierarchyLevel } from '@suyuan/contract/base/product/hierarchy.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import './packagingPicture.css';

/** Up to this number, packages are drawn one by one; beyond it, only the number is shown. */
const maxDrawn = 60;

/** A packaging relation as a picture, outermost first: the contents of each package, and the number of smallest units in it. */
export function PackagingPicture({ levels }: { levels: readonly Omit<HierarchyLevel, 'unit_code'>[] }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const smallest = levels[0];
  if (!smallest) return null;
  const whole = levels.at(-1)?.total ?? 1;
  const ratio = levels
    .map(({ symbol, total }) => `${whole / total} ${symbol}`)
    .toReversed()
    .join(' = ');
  return (
    <figure className="packaging" aria-label={t('packaging.drawn', { ratio })}>
      {levels
        .map((level, index) => ({ ...level, depth: index, holds: levels[index - 1] }))
        .toReversed()
        .map(({ unit_id, symbol, quantity, total, depth, holds }) => (
          <div key={unit_id} className="packaging-level">
            <div className={`packaging-box packaging-box-${depth}`} aria-hidden>
              {holds && quantity <= maxDrawn ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: one is like the other
                Array.from({ length: quantity }, (_, place) => <i key={`${unit_id}.${place}`} />)
              ) : (
                <b>{holds ? `× ${numbers.count(quantity)}` : '1'}</b>
              )}
            </div>
            <strong>1 {symbol}</strong>
            {holds && (
              <span>
                = {numbers.count(quantity)} {holds.symbol}
              </span>
            )}
            {depth > 1 && (
              <small>{t('packaging.total', { total: numbers.count(total), symbol: smallest.symbol })}</small>
            )}
          </div>
        ))}
    </figure>
  );
}
