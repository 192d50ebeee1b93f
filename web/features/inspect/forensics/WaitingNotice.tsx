import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/Moment.tsx';
import { useOutbox } from './useOutbox.ts';

/** What is kept on this device and not with the server yet. */
export function WaitingNotice() {
  const { t } = useTranslation();
  const { waiting, flush, drop } = useOutbox();
  if (waiting.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('forensics.waiting', { n: waiting.length })}
      action={<Button onClick={() => void flush()}>{t('forensics.sendNow')}</Button>}
      description={
        <ul className="case-waiting">
          {waiting.map(({ key, at, facts, photos, refused }) => (
            <li key={key}>
              <Moment at={at} /> {[facts?.place, facts?.code].filter(Boolean).join(' · ')}{' '}
              {t('forensics.taken', { n: photos.length })}
              {refused !== undefined && (
                <>
                  {` · ${refused} `}
                  <Button type="link" danger size="small" onClick={() => void drop(key)}>
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
