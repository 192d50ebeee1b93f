import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Space, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { type Task, task, taskOriginal, taskRefusals } from '../../../../contract/plant/task.ts';
import { call, download } from '../../../core/api/call.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { Moment } from '../../../ui/facts/Moment.tsx';
import { PartFailure } from '../../../ui/failure/PartFailure.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { StackedTable } from '../../../ui/stacked/StackedTable.tsx';

const size = 20;

const tones = {
  waiting: 'default',
  running: 'processing',
  done: 'success',
  stopped: 'warning',
  broken: 'error',
} as const;

/** Files uploaded before, with their refused lines. */
export function BroughtFiles() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [task.page.path, 'xiazai', page],
    queryFn: ({ signal }) => call(task.page, { screen: 'xiazai', page, size }, { signal, silent: true }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  const fetch = (of: typeof taskRefusals | typeof taskOriginal, { id }: Task) =>
    void download(of, { job: id }).catch(() => undefined);
  const columns: TableColumnsType<Task> = [
    { key: 'file', title: t('field.source.file'), render: (_, { source }) => source },
    {
      key: 'state',
      title: t('field.state'),
      render: (_, { state, problem }) => (
        <>
          <StatusTag tone={tones[state]}>{t(`taskmanagement.state.${state}`)}</StatusTag> {problem}
        </>
      ),
    },
    { key: 'accepted', title: t('taskmanagement.accepted'), align: 'end', render: (_, one) => count(one.accepted) },
    { key: 'refused', title: t('taskmanagement.refused'), align: 'end', render: (_, one) => count(one.refused) },
    {
      key: 'not_put_back',
      title: t('field.not_put_back'),
      align: 'end',
      render: (_, one) => (one.not_put_back === null ? '—' : count(one.not_put_back)),
    },
    { key: 'at', title: t('xiazai.column.at'), render: (_, { created_at }) => <Moment at={created_at} /> },
    {
      key: 'files',
      title: t('field.actions'),
      render: (_, one) => (
        <Space>
          {one.refused + (one.not_put_back ?? 0) > 0 && (
            <Button type="link" size="small" onClick={() => fetch(taskRefusals, one)}>
              {t('taskmanagement.refusals')}
            </Button>
          )}
          <Button type="link" size="small" onClick={() => fetch(taskOriginal, one)}>
            {t('taskmanagement.original')}
          </Button>
        </Space>
      ),
    },
  ];
  return (
    <StackedTable
      className="physical-table"
      rowKey="id"
      loading={isFetching}
      columns={columns}
      dataSource={data?.rows ?? []}
      locale={{ emptyText: t('xiazai.empty') }}
      pagination={{ current: page, pageSize: size, total: data?.total ?? 0, onChange: setPage, hideOnSinglePage: true }}
    />
  );
}
