import type { SystemStatus } from '@suyuan/contract/organ/system-status.ts';
import { since } from '#core/formats/formatTime.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';

const tones = { running: 'processing', done: 'success', failed: 'error' } as const;

/** The last backups, with why one failed. */
export function Backups({ backups }: Pick<SystemStatus, 'backups'>) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { bytes } = useNumbers();
  return (
    <ChartPanel title={t('systemstatus.backups')}>
      {backups.length === 0 ? (
        <p className="system-status-soft">{t('systemstatus.noBackups')}</p>
      ) : (
        <StackedTable
          rowKey="began_at"
          dataSource={[...backups]}
          pagination={false}
          columns={[
            {
              title: t('systemstatus.backupOf'),
              key: 'at',
              render: (_, { began_at }) => <span title={moment(began_at)}>{since(began_at, t)}</span>,
            },
            {
              title: t('field.result'),
              key: 'state',
              render: (_, { state, failure }) => (
                <>
                  <StatusTag tone={tones[state]}>{t(`systemstatus.backup.${state}`)}</StatusTag>
                  {failure && <div className="system-status-bad">{failure}</div>}
                </>
              ),
            },
            {
              title: t('systemstatus.madeBy'),
              key: 'by',
              render: (_, { is_scheduled }) => t(`systemstatus.scheduled.${is_scheduled}`),
            },
            {
              title: t('field.source.file'),
              key: 'file',
              render: (_, { file, host_name }) => <code title={host_name}>{file}</code>,
            },
            {
              title: t('systemstatus.backupSize'),
              key: 'bytes',
              align: 'right',
              render: (_, backup) => (backup.bytes === null ? '–' : bytes(backup.bytes)),
            },
          ]}
        />
      )}
    </ChartPanel>
  );
}
