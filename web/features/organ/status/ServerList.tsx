import type { SystemStatus } from '@suyuan/contract/organ/system-status.ts';
import { since } from '#core/formats/formatTime.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';

const tones = { running: 'success', stopped: 'default', silent: 'error' } as const;

/** The servers of the installation, with their last signs of life. */
export function ServerList({ servers }: Pick<SystemStatus, 'servers'>) {
  const { t } = useTranslation();
  const moment = useMoment();
  return (
    <ChartPanel title={t('systemstatus.servers')}>
      <StackedTable
        rowKey="id"
        dataSource={[...servers]}
        pagination={false}
        columns={[
          {
            title: t('systemstatus.host'),
            key: 'host',
            render: (_, { host_name, answers }) => (
              <>
                {host_name} {answers && <span className="system-status-soft">{t('systemstatus.answers')}</span>}
              </>
            ),
          },
          {
            title: t('field.status'),
            key: 'state',
            render: (_, { state }) => <StatusTag tone={tones[state]}>{t(`systemstatus.state.${state}`)}</StatusTag>,
          },
          {
            title: t('systemstatus.lastSign'),
            key: 'seen',
            render: (_, { seen_at }) => <span title={moment(seen_at)}>{since(seen_at, t)}</span>,
          },
          { title: t('systemstatus.startedAt'), key: 'started', render: (_, { started_at }) => moment(started_at) },
          { title: t('field.version'), dataIndex: 'version' },
        ]}
      />
    </ChartPanel>
  );
}
