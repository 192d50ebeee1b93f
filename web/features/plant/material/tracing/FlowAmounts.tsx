import type { FlowLink, MaterialFlow } from '@suyuan/contract/plant/material-query.ts';
import { Table } from 'antd';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmount } from './FlowDrawing.tsx';

/** The flow as a table: the amounts from one record to the next. */
export function FlowAmounts({ flow }: { flow: MaterialFlow }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const nodes = new Map(
    flow.steps.flatMap(({ key: step, nodes: some }) => some.map((node) => [node.key, { ...node, step }] as const)),
  );
  const nameOf = (key: string) => {
    const node = nodes.get(key);
    if (!node) return '—';
    return (
      <>
        <div>{node.title}</div>
        <small className="flow-soft">
          {[listText(t, 'materialquery', `step.${node.step}`), node.note].filter(Boolean).join(' · ')}
        </small>
      </>
    );
  };
  return (
    <Table<FlowLink>
      size="small"
      rowKey={({ from, to }) => `${from} ${to}`}
      dataSource={[...flow.links]}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: t('materialquery.from'), render: (_, { from }) => nameOf(from) },
        { title: t('materialquery.to'), render: (_, { to }) => nameOf(to) },
        { title: t('field.quantity'), align: 'end', render: (_, link) => amount(link) },
      ]}
    />
  );
}
