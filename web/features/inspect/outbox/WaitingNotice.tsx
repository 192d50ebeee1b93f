import { Alert, Button } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { isInspection, type Waiting } from './outbox.ts';
import { useOutbox } from './useOutbox.ts';
// Imported here so that the code for sending is loaded with the code for storing: without a network, it could not be.
import './OutboxBadge.tsx';

/** Cases or inspections that are stored on this device and were not sent yet. */
export function WaitingNotice({ of }: { readonly of: 'cases' | 'inspections' }) {
  const { t } = useTranslation();
  const { waiting, flush, drop } = useOutbox();
  const entries = waiting.filter((one) => isInspection(one) === (of === 'inspections'));
  if (entries.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t(of === 'cases' ? 'forensics.waiting' : 'inspectrecord.waiting', { n: entries.length })}
      action={<Button onClick={() => void flush()}>{t('forensics.sendNow')}</Button>}
      description={
        <ul className="case-waiting">
          {entries.map((one) => (
            <li key={one.key}>
              <Moment at={one.at} /> <What waiting={one} />
              {one.refused !== undefined && (
                <>
                  {` · ${one.refused} `}
                  <Button type="link" danger size="small" onClick={() => void drop(one.key)}>
                    {t('forensics.drop')}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      }
    />
  );
}

function What({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useTranslation();
  if (isInspection(waiting)) return <code>{waiting.inspection.code}</code>;
  const { facts, photos } = waiting;
  const summary = [facts?.place, facts?.code].filter(Boolean).join(' · ');
  return <>{`${summary} ${t('forensics.taken', { n: photos.length })}`}</>;
}
