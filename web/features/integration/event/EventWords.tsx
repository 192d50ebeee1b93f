import type { EpcisEventRow } from '@suyuan/contract/integration/epcis-event.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import '../document.css';

/** What happened, in a sentence. */
export function EventWords({ type, action, objects, object_count, biz_step, disposition, declared }: EpcisEventRow) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const count = numbers.count(object_count);
  const what = `${type} ${action ?? ''}`.trim();
  const sentence = (() => {
    switch (what) {
      case 'ObjectEvent ADD':
        return t('epcisevent.words.created', { count });
      case 'ObjectEvent DELETE':
        return t('epcisevent.words.ended', { count });
      case 'AggregationEvent ADD':
        return t('epcisevent.words.packed', { count });
      case 'AggregationEvent DELETE':
        return t('epcisevent.words.unpacked', { count });
      case 'AssociationEvent ADD':
        return t('epcisevent.words.joined', { count });
      case 'AssociationEvent DELETE':
        return t('epcisevent.words.parted', { count });
      case 'TransformationEvent':
        return t('epcisevent.words.transformed', { count });
      default:
        return type === 'TransactionEvent'
          ? t('epcisevent.words.traded', { count })
          : t('epcisevent.words.seen', { count });
    }
  })();
  return (
    <>
      <p>
        {sentence}
        {biz_step && ` ${t('epcisevent.words.step', { step: biz_step })}`}
        {disposition && ` ${t('epcisevent.words.then', { disposition })}`}
        {declared && ` ${t('epcisevent.words.declared')}`}
      </p>
      <ul className="integration-list">
        {objects.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
        {object_count > objects.length && <li>{t('epcisevent.words.rest')}</li>}
      </ul>
    </>
  );
}
