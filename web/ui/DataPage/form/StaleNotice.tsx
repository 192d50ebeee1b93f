import { Alert, Button } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface StaleNoticeProps {
  readonly text: string;
  /** Discards what was entered and loads the current record. */
  readonly onLeave: () => void;
  readonly onAnyway: () => void;
}

/** Says that somebody else has saved the record since the form was opened; their changes are shown at the fields. */
export function StaleNotice({ text, onLeave, onAnyway }: StaleNoticeProps) {
  const { t } = useTranslation();
  return (
    <Alert
      type="warning"
      showIcon
      title={text}
      description={
        <>
          <p>{t('datapage.staleText')}</p>
          <div className="stale-notice-ways">
            <Button size="small" onClick={onLeave}>
              {t('datapage.staleLeave')}
            </Button>
            <Button size="small" danger onClick={onAnyway}>
              {t('datapage.staleAnyway')}
            </Button>
          </div>
        </>
      }
      style={{ marginBottom: 16 }}
    />
  );
}
