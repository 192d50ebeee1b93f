import type { SystemStatus } from '@suyuan/contract/organ/system-status.ts';
import { since } from '#core/formats/formatTime.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';

/** When the data were last verified, and what was wrong. */
export function Verifications({ of }: { readonly of: SystemStatus['verifications'] }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const time = (at: string | null) =>
    at === null ? t('systemstatus.never') : <span title={moment(at)}>{since(at, t)}</span>;
  return (
    <ChartPanel title={t('systemstatus.verifications')}>
      <StackedTable
        rowKey="verified"
        dataSource={[...of]}
        pagination={false}
        columns={[
          {
            title: t('systemstatus.verified'),
            key: 'what',
            render: (_, { verified }) => t(`systemstatus.of.${verified}`),
          },
          {
            title: t('field.result'),
            key: 'result',
            render: (_, { at, problems }) =>
              at === null ? (
                '–'
              ) : (
                <StatusTag tone={problems === 0 ? 'success' : 'error'}>
                  {problems === 0 ? t('systemstatus.clean') : t('systemstatus.problems', { number: problems })}
                </StatusTag>
              ),
          },
          { title: t('systemstatus.verifiedAt'), key: 'at', render: (_, { at }) => time(at) },
          { title: t('systemstatus.cleanAt'), key: 'clean', render: (_, { clean_at }) => time(clean_at) },
        ]}
      />
    </ChartPanel>
  );
}
