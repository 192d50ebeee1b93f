import type { SystemStatus } from '@suyuan/contract/organ/system-status.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';

/** What takes the most space. */
export function DatabaseFacts({ database }: Pick<SystemStatus, 'database'>) {
  const { t } = useTranslation();
  const { bytes, rough, share } = useNumbers();
  return (
    <ChartPanel title={t('systemstatus.tables')}>
      <StackedTable
        rowKey="name"
        dataSource={[...database.tables]}
        pagination={false}
        columns={[
          { title: t('systemstatus.table'), key: 'name', render: (_, { name }) => <code>{name}</code> },
          { title: t('systemstatus.size'), key: 'bytes', align: 'right', render: (_, one) => bytes(one.bytes) },
          {
            title: t('systemstatus.shareOfDatabase'),
            key: 'share',
            align: 'right',
            render: (_, one) => share(database.bytes > 0 ? one.bytes / database.bytes : 0),
          },
          {
            title: t('systemstatus.rows'),
            key: 'rows',
            align: 'right',
            render: (_, { rows }) => (rows === null ? '–' : rough(rows)),
          },
        ]}
      />
    </ChartPanel>
  );
}
