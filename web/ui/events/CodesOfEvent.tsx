import type { CodeOfEvent, EventList } from '@suyuan/contract/trace/event-list.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeText } from '../code/CodeText.tsx';
import { PartFailure } from '../failure/PartFailure.tsx';
import { StackedTable } from '../StackedTable.tsx';
import { StatusTag } from '../StatusTag.tsx';
import '../history/eventHistory.css';

const size = 20;

/** All codes of an event, with the units that each stood for. */
export default function CodesOfEvent({ list, id }: { readonly list: EventList; readonly id: number }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [list.codes.path, id, page],
    queryFn: ({ signal }) => call(list.codes, { id, page, size }, { signal, silent: true }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  const columns: TableColumnsType<CodeOfEvent> = [
    {
      key: 'code',
      title: t('field.code'),
      render: (_, { code, naming: role }) => (
        <>
          <CodeText code={code} /> {role !== 'item' && <StatusTag tone="default">{t(`events.role.${role}`)}</StatusTag>}
        </>
      ),
    },
    { key: 'units', title: t('field.units'), align: 'end', render: (_, { units }) => count(units) },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of form fields
    <div className="event-history" role="group" aria-label={t('field.code')}>
      <StackedTable
        rowKey={({ code, naming: role }) => `${code} ${role}`}
        loading={isFetching}
        columns={columns}
        dataSource={data?.rows ?? []}
        locale={{ emptyText: t('events.noHistory') }}
        pagination={{
          current: page,
          pageSize: size,
          total: data?.total ?? 0,
          onChange: setPage,
          hideOnSinglePage: true,
        }}
      />
    </div>
  );
}
