import type { SystemStatus } from '@suyuan/contract/organ/system-status.ts';
import { timeAgo } from '#core/formats/formatTime.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useMoment } from '#ui/facts/Moment.tsx';

/** Below this share of free space, somebody should make room. */
const scarce = 0.1;

/** What an operator asks first, in one row. */
export function Facts({ status }: { readonly status: SystemStatus }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { bytes, share } = useNumbers();
  const { version, started_at, database, disk } = status;
  const isScarce = disk !== null && disk.free < disk.size * scarce;
  return (
    <dl className="system-status-facts">
      <div>
        <dt>{t('field.version')}</dt>
        <dd>{version}</dd>
      </div>
      <div>
        <dt>{t('systemstatus.uptime')}</dt>
        <dd title={moment(started_at)}>{timeAgo(started_at, t)}</dd>
      </div>
      <div>
        <dt>{t('systemstatus.database')}</dt>
        <dd>
          {t(`systemstatus.database.${database.kind}`)} {database.version}
        </dd>
      </div>
      <div>
        <dt>{t('systemstatus.databaseSize')}</dt>
        <dd>{bytes(database.bytes)}</dd>
      </div>
      <div>
        <dt>{t('systemstatus.diskFree')}</dt>
        <dd className={isScarce ? 'system-status-bad' : undefined}>
          {disk
            ? t('systemstatus.freeOf', {
                free: bytes(disk.free),
                size: bytes(disk.size),
                share: share(disk.free / disk.size),
              })
            : t('systemstatus.unknown')}
        </dd>
      </div>
    </dl>
  );
}
