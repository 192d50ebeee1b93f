import { auditChanges, auditDetail } from '@suyuan/contract/organ/audit-log.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Collapse, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChangedColumns } from '#ui/history/ChangedColumns.tsx';
import { ThingName } from './ThingName.tsx';
import '../role/rights.css';

const size = 20;

/** A record of the audit log: the changed rows, and the input of the call. */
export default function AuditDetail({ id }: { id: number }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const record = useQuery({
    queryKey: [auditDetail.path, id],
    queryFn: ({ signal }) => call(auditDetail, { id }, { signal }),
  });
  const changes = useQuery({
    queryKey: [auditChanges.path, id, page],
    queryFn: ({ signal }) => call(auditChanges, { id, page, size }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (!record.data || !changes.data) return <Skeleton active />;
  const { call: path, input, mac } = record.data;
  const { rows, total } = changes.data;
  return (
    <section className="audit-detail">
      <h3>{t('auditlog.whatChanged')}</h3>
      {rows.length === 0 && <p className="quiet">{t('auditlog.noRows')}</p>}
      {rows.map((change) => (
        <article key={change.id}>
          <h4>
            <ThingName thing={change.thing} /> {change.label ?? <span className="rights-code">#{change.thing_id}</span>}
          </h4>
          <ChangedColumns change={change} />
        </article>
      ))}
      {total > size && <Pagination size="small" current={page} pageSize={size} total={total} onChange={setPage} />}
      <Collapse
        ghost
        items={[
          {
            key: 'input',
            label: t('auditlog.input'),
            children: (
              <>
                <p className="rights-code">{path}</p>
                <pre className="audit-input">{JSON.stringify(input, undefined, 2)}</pre>
                <p className="rights-code">
                  {t('auditlog.mac')} {mac}
                </p>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
