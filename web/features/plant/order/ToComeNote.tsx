import type { ToCome } from '@suyuan/contract/plant/work-order-closing.ts';
import { Alert } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useMoment } from '#ui/facts/Moment.tsx';

/** What may still come in for an order that is to be closed, in words; nothing if there is nothing. */
export function ToComeNote({ toCome }: { readonly toCome: ToCome }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const moment = useMoment();
  if (toCome.nothing) return null;
  const { waiting, exceptions, unsent, silent } = toCome;
  const lines = [
    ...(waiting > 0 ? [t('orderlist.toCome.waiting', { count: count(waiting) })] : []),
    ...(exceptions > 0 ? [t('orderlist.toCome.exceptions', { count: count(exceptions) })] : []),
    ...unsent.map(({ name, queue, seen_at }) =>
      t('orderlist.toCome.unsent', { device: name, count: count(queue), at: moment(seen_at) }),
    ),
    ...silent.map(({ name, seen_at }) => t('orderlist.toCome.silent', { device: name, at: moment(seen_at) })),
  ];
  return (
    <Alert
      type="warning"
      showIcon
      className="order-to-come"
      title={t('orderlist.toCome')}
      description={
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    />
  );
}
