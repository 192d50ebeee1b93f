import type { ScanAct } from '@suyuan/contract/handheld/act.ts';
import type { ScanResult } from '@suyuan/contract/handheld/scan.ts';
import type { SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { HandheldAct } from '../acts/act.ts';
import type { Signal } from '../scanner/signals.ts';
import { type LastScan, type Outcome, signalOf } from './outcome.ts';

interface VerdictProps {
  readonly act: HandheldAct;
  readonly last: LastScan | undefined;
  readonly products: SnapshotHead['products'];
  readonly isRemoving: boolean;
  /** Several codes are one scan, of which so many are there. */
  readonly parts: number;
}

/** What the last scan was: a colour that is seen from the corner of the eye, a sign for those who see none, and a sentence. */
export function Verdict({ act, last, products, isRemoving, parts }: VerdictProps) {
  const { t } = useTranslation();
  const { does, undoes } = act;
  const next = isRemoving ? undoes : does;
  if (!last) {
    return (
      <div className="verdict" role="status">
        <strong>{next && t(`handheld.scanTo.${next}`)}</strong>
      </div>
    );
  }
  const { outcome, text } = last;
  const signal = signalOf(outcome);
  const goods = 'goods' in outcome ? outcome.goods : undefined;
  const product = products.find(({ id }) => id === goods?.product_id);
  return (
    <div className={`verdict verdict-${signal}`} role="status" aria-live="assertive">
      <strong>
        {signs[signal]} {sentenceOf(outcome, act, parts, t)}
      </strong>
      {goods && product && (
        <span>
          {product.name} {goods.lot} · {t('handheld.units', { count: goods.units })}
        </span>
      )}
      <code>{text}</code>
      {outcome.verdict === 'inspected' && <Found inspection={outcome.inspection} />}
    </div>
  );
}

type Inspection = NonNullable<ScanResult['inspection']>;

/** What an inspection has found, and where the goods should be. */
function Found({ inspection: { observations, expected, held } }: { readonly inspection: Inspection }) {
  const { t } = useTranslation();
  return (
    <>
      {held && <span>{t('handheld.fact.held')}</span>}
      {observations.map((one) => (
        <span key={one}>{t(`handheld.observation.${one}`)}</span>
      ))}
      {expected?.product_name && (
        <span>
          {expected.product_name} {expected.lot}
        </span>
      )}
      {expected?.dealer_name && (
        <span>{t('handheld.soldTo', { name: [expected.dealer_name, ...expected.areas].join(' · ') })}</span>
      )}
    </>
  );
}

const signs: Readonly<Record<Signal, string>> = { good: '✓', repeated: '!', wrong: '✕' };

function sentenceOf(outcome: Outcome, { does, undoes }: HandheldAct, parts: number, t: TFunction): string {
  switch (outcome.verdict) {
    case 'refused':
      return outcome.message;
    case 'wrong':
      return t(`handheld.reason.${outcome.reason}`);
    case 'difference':
      return t(`handheld.arrived.${outcome.outcome as 'other_waybill'}`);
    case 'inspected':
      return t(`handheld.inspected.${outcome.inspection.verdict}`);
    case 'kept':
      return t('handheld.verdict.kept');
    case 'good':
      return outcome.isPart && isGathered(does)
        ? t(`handheld.part.${does}.${parts === 1 ? 'first' : 'next'}`)
        : t(`handheld.did.${does as 'load'}`);
    case 'unknown':
      return outcome.isPart && isGathered(does) && parts === 1
        ? t(`handheld.part.${does}.first`)
        : t('handheld.verdict.unknown');
    case 'removed':
      return undoes ? t(`handheld.did.${undoes as 'unload'}`) : t('handheld.partUndone');
    case 'not_on_it':
      return t('handheld.verdict.not_on_it');
    case 'repeated':
      return t(`handheld.was.${does as 'load'}`);
  }
}

const isGathered = (act: ScanAct): act is 'pack' | 'repack' | 'replace' =>
  act === 'pack' || act === 'repack' || act === 'replace';
