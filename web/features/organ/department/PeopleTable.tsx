import { type Employee, employee, userStatusList } from '@suyuan/contract/organ/account.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty, Segmented, Table } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { useListed } from '#ui/pickers/useListed.ts';
import { StatusTag } from '#ui/StatusTag.tsx';

const size = 10;

/** The people of a department and the departments below it, or the people in a position. */
export function PeopleTable({ of }: { of: { department_id: number } | { position_id: number } }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<Employee['status'] | ''>('');
  const { data: statuses = [] } = useListed(userStatusList);
  const input = { ...of, ...(status ? { status } : {}), page, size, sort: 'name' as const };
  const { data, isFetching } = useQuery({
    queryKey: [employee.page.path, input],
    queryFn: ({ signal }) => call(employee.page, input, { signal }),
    placeholderData: keepPreviousData,
  });
  const total = data?.total ?? 0;
  const show = (choice: string) => {
    setStatus(choice as Employee['status'] | '');
    setPage(1);
  };
  return (
    <>
      <Segmented
        className="organisation-statuses"
        size="small"
        aria-label={t('field.status')}
        value={status}
        onChange={show}
        options={[{ value: '', label: t('tree.everyStatus') }, ...statuses]}
      />
      <Table<Employee>
        size="small"
        rowKey="id"
        loading={isFetching}
        dataSource={data?.rows ?? []}
        scroll={{ x: 480 }}
        locale={{
          emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isFetching ? '' : t('tree.noPeople')} />,
        }}
        pagination={total > size && { current: page, pageSize: size, total, onChange: setPage, showSizeChanger: false }}
        columns={[
          {
            title: t('stafflist.name'),
            render: (_, { id, name, account_name }) => (
              <RecordLink to="account" id={id}>
                {name} <span className="quiet">{account_name}</span>
              </RecordLink>
            ),
          },
          { title: t('field.depart_name'), dataIndex: 'depart_name' },
          { title: t('stafflist.position'), render: (_, { position_name }) => position_name ?? '—' },
          {
            title: t('field.status'),
            width: 100,
            render: (_, { status }) => (
              <StatusTag tone={status === 'enabled' ? 'success' : 'default'}>
                {t(`stafflist.status.${status}`)}
              </StatusTag>
            ),
          },
        ]}
      />
    </>
  );
}
