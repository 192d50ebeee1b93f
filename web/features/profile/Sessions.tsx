import { sessionEnd, sessionEndOthers, sessionList } from '@suyuan/contract/organ/own-account.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { timeAgo } from '#core/formats/formatTime.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { Moment, useMoment } from '#ui/facts/Moment.tsx';
import { RecordTable } from './RecordTable.tsx';

const queryKey = [sessionList.path];

/** The sessions of the person, with buttons to end them. */
export function Sessions() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const moment = useMoment();
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(sessionList, {}, { signal, silent: true }),
  });
  const ended = () => {
    notify.success(t('profile.sessionEnded'));
    void queries.invalidateQueries({ queryKey });
  };
  const end = useMutation({ mutationFn: (id: number) => call(sessionEnd, { id }), onSuccess: ended });
  const endOthers = useMutation({ mutationFn: () => call(sessionEndOthers, {}), onSuccess: ended });
  const busy = end.isPending || endOthers.isPending;

  return (
    <>
      <RecordTable
        titles={[t('field.device'), t('profile.address'), t('profile.since'), t('field.seen_at'), t('profile.endsIn')]}
        failed={isError}
        onRetry={() => void refetch()}
        rows={data?.map((session) => ({
          key: session.id,
          cells: [
            session.device || t('profile.unknownDevice'),
            <Place key="place" ip={session.ip} region={session.region} />,
            <Moment key="since" at={session.created_at} />,
            <Moment key="seen" at={session.seen_at} />,
            <time key="ends" dateTime={session.expires_at} title={moment(session.expires_at)}>
              {timeAgo(session.expires_at, t)}
            </time>,
          ],
          end: session.current ? (
            <strong className="profile-current">{t('profile.thisSession')}</strong>
          ) : (
            <button type="button" className="plain-button" disabled={busy} onClick={() => end.mutate(session.id)}>
              {t('profile.endSession')}
            </button>
          ),
        }))}
      />
      {data && data.length > 1 && (
        <p className="profile-buttons">
          <button type="button" className="plain-button" disabled={busy} onClick={() => endOthers.mutate()}>
            {t('profile.endOthers')}
          </button>
        </p>
      )}
    </>
  );
}

export const Place = ({ ip, region }: { ip: string; region: string }) => (
  <>
    {ip}
    {region && <span className="profile-region">{region}</span>}
  </>
);
