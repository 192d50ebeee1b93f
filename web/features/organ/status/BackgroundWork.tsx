import type { SystemStatus } from '@suyuan/contract/organ/system-status.ts';
import { timeAgo } from '#core/formats/formatTime.ts';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';

/** Background jobs: how many wait and run, and those that broke off. */
export function BackgroundWork({ jobs }: Pick<SystemStatus, 'jobs'>) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { waiting, running, oldest_at, broken } = jobs;
  return (
    <ChartPanel title={t('systemstatus.jobs')}>
      <p>
        {t('systemstatus.openJobs', { waiting, running })}
        {oldest_at && ` ${t('systemstatus.oldestJob', { age: timeAgo(oldest_at, t) })}`}
      </p>
      {broken.length === 0 ? (
        <p className="system-status-soft">{t('systemstatus.noneBroken')}</p>
      ) : (
        <StackedTable
          rowKey="id"
          dataSource={[...broken]}
          pagination={false}
          columns={[
            { title: t('systemstatus.brokenJob'), key: 'menu', render: (_, { menu_key }) => menuText(t, menu_key) },
            { title: t('systemstatus.startedBy'), dataIndex: 'account_name' },
            { title: t('systemstatus.brokenAt'), key: 'at', render: (_, { ended_at }) => moment(ended_at) },
          ]}
        />
      )}
    </ChartPanel>
  );
}
