import { auditHistory } from '@suyuan/contract/organ/audit-log.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Drawer, Empty, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { callTextKeys, menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '../facts/Moment.tsx';
import { RecordLink } from '../facts/RecordLink.tsx';
import { PageFailure } from '../failure/PageFailure.tsx';
import { ChangedColumns } from './ChangedColumns.tsx';
import './history.css';

interface RecordHistoryProps {
  readonly thing: string;
  readonly id: number | string;
  readonly title: string;
  readonly onClose: () => void;
}

const size = 10;

/** The changes of a row and who made them, newest first. */
export default function RecordHistory({ thing, id, title, onClose }: RecordHistoryProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const input = { thing, thing_id: String(id), page, size };
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [auditHistory.path, input],
    queryFn: ({ signal }) => call(auditHistory, input, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Drawer open title={t('history.of', { title })} size={640} onClose={onClose}>
      <PageFailure of={{ error, refetch }} />
      {isPending && <Skeleton active />}
      {data?.total === 0 && <Empty description={t('history.none')} />}
      <ol className="history">
        {data?.rows.map((change) => (
          <li key={change.id}>
            <p>
              <strong>
                <RecordLink to="account" id={change.account_id}>
                  {change.account_name}
                </RecordLink>
              </strong>{' '}
              · <DidWhat call={change.call} /> · <Moment at={change.at} />
            </p>
            <ChangedColumns change={change} />
          </li>
        ))}
      </ol>
      {data && data.total > size && (
        <Pagination size="small" current={page} pageSize={size} total={data.total} onChange={setPage} />
      )}
    </Drawer>
  );
}

/** The action of a call in words, and its object; the path is the tooltip. */
export function DidWhat({ call: path, of }: { call: string; of?: string | null }) {
  const { t } = useTranslation();
  const did = t(callTextKeys(path));
  return <span title={path}>{of ? `${did} · ${menuText(t, of)}` : did}</span>;
}
