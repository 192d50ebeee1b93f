import { recallNoticeLife } from '@suyuan/contract/inspect/recall/recall-notice.life.ts';
import { recallAcknowledge, recallNotice } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { call, download } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { ListSpec } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DueTime } from '#ui/facts/DueTime.tsx';
import { lettersOf } from './letters.ts';

const AnswerNotice = later(() => import('./AnswerNotice.tsx'));
const NoticeAside = later(() => import('./NoticeAside.tsx'));
const PassNotice = later(() => import('./PassNotice.tsx'));
const TakeBack = later(() => import('./TakeBack.tsx'));

/** 召回通知: what a party is told of recalls, and where it answers. */
export default function RecallNotices() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const spec = useMemo(
    () =>
      specOf((id) => {
        void call(recallAcknowledge, { id })
          .then(() => notify.success(t('recallnotice.acknowledgedNow')))
          .catch(() => undefined)
          .then(() => queries.invalidateQueries({ queryKey: [recallNotice.page.path] }));
      }),
    [queries, t],
  );
  return <DataPage spec={spec} />;
}

const specOf = (acknowledge: (id: number) => void): ListSpec =>
  thingList(recallNotice, {
    thing: recallNotice.table,
    titleOf: (row) => `${row.recall_no} · ${row.receiver}`,
    code: 'recall_no',
    actions: [
      {
        key: 'acknowledge',
        text: 'recallnotice.acknowledge',
        permission: 'recallnotice:answer',
        shown: ({ status }) => recallNoticeLife.mayTake('acknowledge', status),
        run: ({ id }) => acknowledge(id),
      },
      {
        key: 'answer',
        text: 'recallnotice.answer',
        permission: 'recallnotice:answer',
        shown: ({ status }) => recallNoticeLife.mayTake('answer', status),
        dialog: (props) => (
          <Suspense>
            <AnswerNotice {...props} />
          </Suspense>
        ),
      },
      {
        key: 'pass',
        text: 'button.pass',
        permission: 'recallnotice:answer',
        later: true,
        shown: ({ status, receiver_kind }) => receiver_kind === 'dealer' && recallNoticeLife.mayTake('pass', status),
        dialog: (props) => (
          <Suspense>
            <PassNotice {...props} />
          </Suspense>
        ),
      },
      {
        key: 'unacknowledge',
        text: 'button.unacknowledge',
        permission: 'recallnotice:answer',
        later: true,
        shown: ({ status }) => recallNoticeLife.mayTake('unacknowledge', status),
        dialog: (props) => (
          <Suspense>
            <TakeBack {...props} />
          </Suspense>
        ),
      },
      { key: 'letter', text: 'button.letter', later: true, run: ({ id }) => void lettersOf(download, [id]) },
    ],
    detailAside: (row) => (
      <Suspense>
        <NoticeAside id={row.id} />
      </Suspense>
    ),
    shown: {
      recall_no: { width: 105, search: true },
      status: {
        width: 115,
        tones: { sent: 'error', acknowledged: 'warning', answered: 'success', closed: 'default' },
      },
      receiver_kind: { width: 90, hidden: true },
      receiver: { width: 150 },
      drill: { width: 70 },
      reason: { kind: 'longtext', width: 130 },
      units: { width: 75, hidden: true },
      accounted: { width: 100, render: ({ accounted, units }) => <Share part={accounted} of={units} /> },
      acknowledge_by: { width: 165, hidden: true },
      acknowledged_at: { width: 160, hidden: true },
      acknowledged_by: { width: 110, hidden: true },
      // What is overdue may be the acknowledgement, too.
      answer_by: { width: 170, render: ({ overdue, answer_by }) => <DueTime at={answer_by} overdue={overdue} /> },
      answered_at: { width: 160, hidden: true },
      overdue: { column: false, search: true },
      passed_by: { width: 140, hidden: true },
      recall_id: { search: false },
    },
  });

function Share({ part, of }: { readonly part: number; readonly of: number }) {
  const { count } = useNumbers();
  return `${count(part)} / ${count(of)}`;
}

export const preload = firstRows(specOf(() => {}));
