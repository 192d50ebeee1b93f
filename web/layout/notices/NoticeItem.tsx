import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import type { Notice, NoticeKind } from '@suyuan/contract/access/notice.ts';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { formatTime } from '#core/formats/formatTime.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAddresses } from '#core/session/useAddresses.ts';
import { useMoment } from '#ui/facts/Moment.tsx';

type Look = readonly [icon: ComponentType<{ 'aria-hidden': true; style: { color: string } }>, color: string];

const looks: Readonly<Record<NoticeKind, Look>> = {
  reopen_asked: [QuestionCircleOutlined, 'var(--theme-text)'],
  reopen_approved: [CheckCircleOutlined, 'var(--success)'],
  reopen_refused: [CloseCircleOutlined, 'var(--error)'],
  work_order_finished: [QuestionCircleOutlined, 'var(--theme-text)'],
  job_done: [CheckCircleOutlined, 'var(--success)'],
  job_refusals: [ExclamationCircleOutlined, 'var(--warning)'],
  job_broken: [CloseCircleOutlined, 'var(--error)'],
  assigned: [ExclamationCircleOutlined, 'var(--theme-text)'],
  exception_raised: [ExclamationCircleOutlined, 'var(--warning)'],
  warning_fired: [ExclamationCircleOutlined, 'var(--warning)'],
  waybill_shipped: [QuestionCircleOutlined, 'var(--theme-text)'],
  return_asked: [QuestionCircleOutlined, 'var(--theme-text)'],
  recall_begun: [ExclamationCircleOutlined, 'var(--error)'],
  task_finished: [CheckCircleOutlined, 'var(--success)'],
  settlement_agreed: [QuestionCircleOutlined, 'var(--theme-text)'],
  work_given: [QuestionCircleOutlined, 'var(--theme-text)'],
  work_reminded: [ExclamationCircleOutlined, 'var(--warning)'],
  work_overdue: [ExclamationCircleOutlined, 'var(--warning)'],
  work_escalated: [ExclamationCircleOutlined, 'var(--error)'],
  recall_notice: [ExclamationCircleOutlined, 'var(--error)'],
  recall_reminder: [ExclamationCircleOutlined, 'var(--error)'],
  recall_answered: [CheckCircleOutlined, 'var(--success)'],
  recall_lifted: [CheckCircleOutlined, 'var(--success)'],
  backup_failed: [ExclamationCircleOutlined, 'var(--error)'],
  backup_overdue: [ExclamationCircleOutlined, 'var(--error)'],
  database_restored: [ExclamationCircleOutlined, 'var(--error)'],
  database_maybe_restored: [ExclamationCircleOutlined, 'var(--warning)'],
};

interface NoticeItemProps {
  readonly notice: Notice;
  readonly onRead: () => void;
  readonly onOpen: () => void;
}

/** A notice with its time, as a link to the screen that it is about. */
export function NoticeItem({ notice, onRead, onOpen }: NoticeItemProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  const addressOf = useAddresses();
  const to = notice.leads.map(({ screen, query }) => addressOf(screen, query)).find((address) => address !== undefined);
  const [Icon, color] = looks[notice.kind];
  const { screen, waiting } = notice.params;
  const params = {
    ...notice.params,
    ...(screen === undefined ? {} : { screen: menuText(t, `${screen}`) }),
    ...(waiting === undefined ? {} : { waiting: choiceText(t, 'todo.waiting', waiting as never) }),
  };
  const body = (
    <>
      <Icon aria-hidden style={{ color }} />
      <span className="notice-text">
        <span>{t(`notice.${notice.kind}`, params)}</span>
        <small title={moment(notice.created_at)}>
          {formatTime(notice.created_at, t, new Date(), () => moment(notice.created_at))}
        </small>
      </span>
      {notice.read_at === null && <span className="notice-dot" role="img" aria-label={t('notices.unread')} />}
    </>
  );
  const open = () => {
    onRead();
    if (to !== undefined) onOpen();
  };
  return (
    <li className={notice.read_at ? undefined : 'notice-unread'}>
      {to === undefined ? (
        <button type="button" onClick={open}>
          {body}
        </button>
      ) : (
        <Link to={to} onClick={open}>
          {body}
        </Link>
      )}
    </li>
  );
}
