import { ownLogins } from '@suyuan/contract/organ/own-account.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { RecordTable } from './RecordTable.tsx';
import { Place } from './Sessions.tsx';

/** The latest sign-ins and failed attempts of the account, in which misuse by others would show. */
export function SignIns() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: [ownLogins.path],
    queryFn: ({ signal }) => call(ownLogins, {}, { signal, silent: true }),
  });
  return (
    <RecordTable
      titles={[t('field.at'), t('field.result'), t('field.device'), t('profile.address')]}
      failed={isError}
      onRetry={() => void refetch()}
      rows={data?.map(({ id, at, result, reason, device, ip, region }) => ({
        key: id,
        cells: [
          <Moment key="at" at={at} />,
          <StatusTag key="result" tone={result === 'success' ? 'success' : 'error'}>
            {[t(`loginlog.result.${result}`), reason && t(`loginlog.reason.${reason}`)].filter(Boolean).join(' · ')}
          </StatusTag>,
          device || t('profile.unknownDevice'),
          <Place key="place" ip={ip} region={region} />,
        ],
      }))}
    />
  );
}
