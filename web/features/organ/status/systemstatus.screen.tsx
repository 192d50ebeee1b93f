import { systemStatus } from '@suyuan/contract/organ/system-status.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useMoment } from '#ui/facts/Moment.tsx';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { BackgroundWork } from './BackgroundWork.tsx';
import { Backups } from './Backups.tsx';
import { DatabaseFacts } from './DatabaseFacts.tsx';
import { Facts } from './Facts.tsx';
import { MinuteCharts } from './MinuteCharts.tsx';
import { Restorations } from './Restorations.tsx';
import { ServerList } from './ServerList.tsx';
import { Verifications } from './Verifications.tsx';
import '#ui/DataPage/dataPage.css';
import './status.css';

const freshMs = 15_000;

/** 系统状态: how the installation is, refreshed by itself. */
export default function SystemStatusScreen() {
  const { t } = useTranslation();
  const moment = useMoment();
  const status = useQuery({
    queryKey: [systemStatus.path],
    queryFn: ({ signal }) => call(systemStatus, {}, { signal, silent: true }),
    refetchInterval: freshMs,
    placeholderData: keepPreviousData,
  });
  const { data } = status;
  return (
    <div className="data-page system-status">
      <Panel>
        <PanelHead title={t('menu.systemstatus')}>
          {data && (
            <span className={status.isRefetchError ? 'system-status-stale' : 'system-status-updated'} role="status">
              {t(status.isRefetchError ? 'systemstatus.stale' : 'systemstatus.updated', {
                at: moment(new Date(status.dataUpdatedAt).toISOString()).slice(11),
              })}
            </span>
          )}
          <Button onClick={() => void status.refetch()} loading={status.isFetching}>
            {t('datapage.refresh')}
          </Button>
        </PanelHead>
        {status.isPending && <Skeleton active />}
        {!data && <PageFailure of={status} />}
        {data && <Facts status={data} />}
      </Panel>
      {data && (
        <>
          <MinuteCharts servers={data.servers} />
          <ServerList servers={data.servers} />
          <div className="system-status-pair">
            <Verifications of={data.verifications} />
            <BackgroundWork jobs={data.jobs} />
          </div>
          <Backups backups={data.backups} />
          <Restorations restorations={data.restorations} />
          <DatabaseFacts database={data.database} />
        </>
      )}
    </div>
  );
}
