import { warehouseTree } from '@suyuan/contract/base/warehouse.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, Skeleton, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import '../partners.css';
import { listText } from '#core/i18n/listText.ts';
import { found, type WarehouseNode } from './warehouseNodes.ts';

/** The tree of all warehouses. */
export function WarehouseTree() {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const tree = useQuery({
    queryKey: [warehouseTree.path],
    queryFn: ({ signal }) => call(warehouseTree, {}, { signal }),
  });
  const nodes = useMemo(() => found((tree.data ?? []) as WarehouseNode[], keyword), [tree.data, keyword]);
  const nodeOf = ({ id, listSubWareHouses, ...warehouse }: WarehouseNode): TreeData => ({
    key: id,
    title: (
      <span className="warehouse-node">
        <Link to={`/store?keyword=${encodeURIComponent(warehouse.warehouse_code)}`}>{warehouse.warehouse_name}</Link>
        <small>
          {warehouse.warehouse_code} · {listText(t, 'store', `warehouse_type.${warehouse.warehouse_type}`)}
        </small>
        {warehouse.status === 'disabled' && <StatusTag tone="default">{t('field.status.disabled')}</StatusTag>}
      </span>
    ),
    children: listSubWareHouses.map(nodeOf),
  });
  return (
    <Panel className="warehouse-tree" aria-label={t('store.tree')} aria-busy={tree.isFetching}>
      <PanelHead title={t('menu.store')} />
      <Input.Search
        allowClear
        placeholder={t('datapage.find')}
        aria-label={t('datapage.find')}
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      {tree.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {!tree.data && <PageFailure of={tree} title={t('store.treeFailed')} />}
      {tree.data?.length === 0 && <p className="partner-none">{t('store.empty')}</p>}
      {tree.data && tree.data.length > 0 && nodes.length === 0 && (
        <p className="partner-none">{t('datapage.nothingFound')}</p>
      )}
      {/* The key remounts the tree for each search, so that everything found is expanded. */}
      {nodes.length > 0 && (
        <Tree key={keyword} showLine blockNode selectable={false} defaultExpandAll treeData={nodes.map(nodeOf)} />
      )}
    </Panel>
  );
}

interface TreeData {
  readonly key: number;
  readonly title: React.ReactNode;
  readonly children: TreeData[];
}
