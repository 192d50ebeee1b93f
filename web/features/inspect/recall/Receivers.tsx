import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { recallDetail } from '@suyuan/contract/inspect/recall/recall.ts';
import { type RecallNotice, recallNotice, recallRemind } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { type Language, languageFacts, languages } from '@suyuan/contract/languages.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress, Space, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { call, download } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Moment, useMoment } from '#ui/facts/Moment.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { lettersOf } from './notice/letters.ts';
import './notice/notice.css';

type Detail = OutputOf<typeof recallDetail>;

/** Those that were told of a recall, how far they have answered, and the score of a drill. */
export function Receivers({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const can = useCan();
  const { count } = useNumbers();
  const [language, setLanguage] = useState<Language>();
  const input = { recall_id: detail.id, size: 500 };
  const list = useQuery({
    queryKey: [recallNotice.page.path, input],
    queryFn: ({ signal }) => call(recallNotice.page, input, { signal }),
    enabled: can('recallnotice'),
  });
  const { effect, drill_score } = detail;
  if (effect.notices === 0 && !drill_score) return null;
  const rows = list.data?.rows ?? [];
  const late = rows.filter(({ status }) => status === 'sent' || status === 'acknowledged');
  const remind = () =>
    void call(recallRemind, { recall_id: detail.id })
      .then(({ reminded }) => notify.success(t('recall.reminded', { n: reminded })))
      .catch(() => undefined);
  const columns: TableColumnsType<RecallNotice> = [
    { key: 'receiver', title: t('field.receiver'), render: (_, { receiver }) => receiver },
    {
      key: 'acknowledged',
      title: t('recall.acknowledged'),
      render: (_, { acknowledged_at, acknowledge_by, overdue, status }) =>
        acknowledged_at ? (
          <Moment at={acknowledged_at} />
        ) : (
          <StillDue by={acknowledge_by} overdue={overdue && status === 'sent'} of={status} />
        ),
    },
    {
      key: 'answered',
      title: t('recall.answered'),
      render: (_, { answered_at, answer_by, overdue, status }) =>
        answered_at ? <Moment at={answered_at} /> : <StillDue by={answer_by} overdue={overdue} of={status} />,
    },
    {
      key: 'accounted',
      title: t('field.accounted'),
      align: 'end',
      render: (_, { accounted, units }) => `${count(accounted)} / ${count(units)}`,
    },
  ];
  return (
    <section aria-label={t('recall.receivers')}>
      <div className="goods-head">
        <h2>{t('recall.receivers')}</h2>
        <span>
          {late.length > 0 && can('recall:begin') && (
            <Button size="small" onClick={remind}>
              {t('button.remind')}
            </Button>
          )}{' '}
          {rows.length > 0 && can('recall:export') && (
            <Space.Compact size="small">
              <Choice<Language | 'own'>
                size="small"
                aria-label={t('recall.lettersIn')}
                value={language ?? 'own'}
                onChange={(value) => setLanguage(value === 'own' ? undefined : value)}
                options={[
                  { value: 'own' as const, label: t('recall.lettersOwn') },
                  ...languages.map((value) => ({ value, label: languageFacts[value].name })),
                ]}
                popupMatchSelectWidth={false}
              />
              <Button
                size="small"
                onClick={() =>
                  void lettersOf(
                    download,
                    rows.map(({ id }) => id),
                    language,
                  )
                }
              >
                {t('recall.letters')}
              </Button>
            </Space.Compact>
          )}
        </span>
      </div>
      {drill_score && (
        <p>
          <strong>{t('recall.score', { score: drill_score.score })}</strong>{' '}
          {t('recall.scoreParts', {
            traced: drill_score.traced,
            list: drill_score.list_minutes ?? '—',
            acknowledge: drill_score.acknowledge_minutes ?? '—',
            target: drill_score.target_minutes ?? '—',
          })}
        </p>
      )}
      {effect.notices > 0 && (
        <div className="notice-effect">
          <Share title={t('recall.acknowledged')} part={effect.acknowledged} of={effect.notices} />
          <Share title={t('recall.answered')} part={effect.answered} of={effect.notices} />
          <Share title={t('field.accounted')} part={effect.accounted} of={effect.units} />
        </div>
      )}
      {rows.length > 0 && (
        <StackedTable
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={rows}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        />
      )}
    </section>
  );
}

interface StillDueProps {
  readonly by: string;
  readonly overdue: boolean;
  readonly of: RecallNotice['status'];
}

/** Until when something is awaited, told apart from when it was done; nothing once the notice is closed. */
function StillDue({ by, overdue, of }: StillDueProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (of === 'closed') return <>—</>;
  return (
    <>
      {t('recall.by', { at: moment(by).slice(0, 16) })}{' '}
      {overdue && <StatusTag tone="error">{t('field.overdue')}</StatusTag>}
    </>
  );
}

function Share({ title, part, of }: { readonly title: string; readonly part: number; readonly of: number }) {
  const { count } = useNumbers();
  return (
    <div>
      <div>
        {title} {count(part)} / {count(of)}
      </div>
      <Progress percent={of === 0 ? 0 : Math.round((100 * part) / of)} size="small" aria-label={title} />
    </div>
  );
}
