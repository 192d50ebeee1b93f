import type { SystemStatus } from '@suyuan/contract/organ/system-status.ts';
import { since } from '#core/formats/formatTime.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { RestoredOrders } from './RestoredOrders.tsx';

/** When the database was put back to an earlier time, from what, how far numbers moved, and which orders are not known. */
export function Restorations({ restorations }: Pick<SystemStatus, 'restorations'>) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { count } = useNumbers();
  return (
    <ChartPanel title={t('systemstatus.restorations')}>
      {restorations.length === 0 ? (
        <p className="system-status-soft">{t('systemstatus.noRestorations')}</p>
      ) : (
        <StackedTable
          className="system-status-restorations"
          rowKey="id"
          scroll={{}}
          dataSource={[...restorations]}
          pagination={false}
          columns={[
            {
              title: t('systemstatus.noticedAt'),
              key: 'at',
              render: (_, { noticed_at }) => <span title={moment(noticed_at)}>{since(noticed_at, t)}</span>,
            },
            {
              title: t('systemstatus.restoredFrom'),
              key: 'from',
              width: '28%',
              render: (_, { backup, cause, is_certain, known_until }) => (
                <>
                  {t(`systemstatus.cause.${cause}`)}
                  {!is_certain && cause !== 'none' && (
                    <div className="system-status-soft">{t('systemstatus.maybeRestored')}</div>
                  )}
                  {backup && (
                    <div>
                      <code title={backup.version}>{backup.file}</code>
                    </div>
                  )}
                  {(backup || known_until) && (
                    <div className="system-status-soft">
                      {t('systemstatus.asOf', { at: moment(backup?.made_at ?? (known_until as string)) })}
                    </div>
                  )}
                </>
              ),
            },
            {
              title: t('systemstatus.movedRules'),
              key: 'rules',
              width: '32%',
              render: (_, { rules }) =>
                rules.length === 0
                  ? '–'
                  : rules.map(({ rule, from, to }) => (
                      <div key={rule}>{t('systemstatus.movedRule', { rule, from: count(from), to: count(to) })}</div>
                    )),
            },
            {
              title: t('systemstatus.ordersConcerned'),
              key: 'orders',
              render: (_, restoration) => <RestoredOrders of={restoration} />,
            },
          ]}
        />
      )}
    </ChartPanel>
  );
}
