import type { SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Signal } from '../scanner/signals.ts';
import { type LastScan, type Outcome, signalOf } from './loading-task.ts';

interface VerdictProps {
  readonly last: LastScan | undefined;
  readonly products: SnapshotHead['products'];
  readonly isRemoving: boolean;
}

/** What the last scan was: a colour that is seen from the corner of the eye, a sign for those who see none, and a sentence. */
export function Verdict({ last, products, isRemoving }: VerdictProps) {
  const { t } = useTranslation();
  if (!last) {
    return (
      <div className="verdict" role="status">
        <strong>{t(isRemoving ? 'handheld.scanToRemove' : 'handheld.scanToLoad')}</strong>
      </div>
    );
  }
  const { outcome, text } = last;
  const signal = signalOf[outcome.verdict];
  const goods = 'goods' in outcome ? outcome.goods : undefined;
  const product = products.find(({ id }) => id === goods?.product_id);
  return (
    <div className={`verdict verdict-${signal}`} role="status" aria-live="assertive">
      <strong>
        {signs[signal]} {sentenceOf(outcome, t)}
      </strong>
      {goods && (
        <span>
          {product?.name} {goods.lot} · {t('handheld.units', { count: goods.units })}
        </span>
      )}
      <code>{text}</code>
    </div>
  );
}

const signs: Readonly<Record<Signal, string>> = { good: '✓', repeated: '!', wrong: '✕' };

function sentenceOf(outcome: Outcome, t: TFunction): string {
  if (outcome.verdict === 'refused') return outcome.message;
  if (outcome.verdict === 'wrong') return t(`handheld.reason.${outcome.reason}`);
  return t(`handheld.verdict.${outcome.verdict}`);
}
