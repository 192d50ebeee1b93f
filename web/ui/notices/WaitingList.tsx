import { RightOutlined } from '@ant-design/icons';
import { maxWaiting, type NoticesSummary } from '@suyuan/contract/access/notice.ts';
import { Link } from 'react-router';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAddresses } from '#core/session/useAddresses.ts';
import { StatusTag } from '../StatusTag.tsx';
import './notices.css';

/** The work waiting for the person, as links to its screens. */
export function WaitingList({ waiting, onOpen }: { waiting: NoticesSummary['waiting']; onOpen?: () => void }) {
  const { t } = useTranslation();
  const addressOf = useAddresses();
  const all = addressOf('todo', '');
  return (
    <ul className="waiting-list">
      {waiting.map(({ name, count, overdue, screen, query }) => (
        <li key={name}>
          <Link to={addressOf(screen, query) ?? '/'} onClick={onOpen}>
            <span>
              <strong>{t(`waiting.${name}`)}</strong>
              <small>{menuText(t, screen)}</small>
            </span>
            {overdue > 0 && <StatusTag tone="error">{t('waiting.overdue', { number: countText(overdue) })}</StatusTag>}
            <span className="waiting-count">{countText(count)}</span>
            <RightOutlined aria-hidden />
          </Link>
        </li>
      ))}
      {all !== undefined && (
        <li>
          <Link to={all} onClick={onOpen}>
            <span>{t('waiting.seeAll')}</span>
            <RightOutlined aria-hidden />
          </Link>
        </li>
      )}
    </ul>
  );
}

export const countText = (count: number): string => (count >= maxWaiting ? `${maxWaiting - 1}+` : `${count}`);
