import { TeamOutlined } from '@ant-design/icons';
import type { DepartmentNode } from '@suyuan/contract/organ/department.ts';
import { Empty, Input, Tree, type TreeDataNode, type TreeProps } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { flat, foundIn, type Place } from './departmentNodes.ts';

interface DepartmentOutlineProps {
  readonly nodes: readonly DepartmentNode[];
  readonly chosen: number;
  readonly onChoose: (id: number) => void;
  /** Undefined without the permission to move departments. */
  readonly onMove: ((source: number, target: number, place: Place) => void) | undefined;
}

/** The tree of departments, for searching, choosing and moving by drag and drop. */
export function DepartmentOutline({ nodes, chosen, onChoose, onMove }: DepartmentOutlineProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [foldedKeys, setFoldedKeys] = useState<ReadonlySet<number>>(new Set());
  const visibleNodes = useMemo(() => foundIn(nodes, words), [nodes, words]);
  const keys = useMemo(() => flat(visibleNodes).map(({ id }) => id), [visibleNodes]);
  const searching = words.trim() !== '';

  const drop: TreeProps['onDrop'] = ({ dragNode, node, dropToGap, dropPosition }) => {
    const at = Number(node.pos.split('-').at(-1));
    const place = !dropToGap ? 'into' : dropPosition < at ? 'before' : 'after';
    onMove?.(dragNode.key as number, node.key as number, place);
  };
  return (
    <>
      <Input.Search
        allowClear
        aria-label={t('datapage.find')}
        placeholder={t('datapage.find')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        style={{ marginBottom: 8 }}
      />
      {keys.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('datapage.nothingFound')} />}
      <Tree
        blockNode
        draggable={onMove && !searching ? { icon: false } : false}
        treeData={visibleNodes.map(toItem)}
        titleRender={(item) => <Title node={(item as Item).node} />}
        selectedKeys={[chosen]}
        onSelect={([key]) => key !== undefined && onChoose(key as number)}
        expandedKeys={searching ? keys : keys.filter((key) => !foldedKeys.has(key))}
        onExpand={(_, { node, expanded }) => {
          const next = new Set(foldedKeys);
          if (expanded) next.delete(node.key as number);
          else next.add(node.key as number);
          setFoldedKeys(next);
        }}
        onDrop={drop}
      />
      {onMove && !searching && keys.length > 1 && <p className="organisation-hint">{t('tree.dragHint')}</p>}
    </>
  );
}

type Item = TreeDataNode & { readonly node: DepartmentNode };

const toItem = (node: DepartmentNode): Item => ({ key: node.id, node, children: node.listSubWareHouses.map(toItem) });

function Title({ node }: { node: DepartmentNode }) {
  const { t } = useTranslation();
  return (
    <span className="organisation-node">
      <span>{node.depart_name}</span>
      <span className="quiet" title={t('tree.counts', { own: node.people, all: node.people_below })}>
        <TeamOutlined aria-label={t('tree.people')} /> {node.people_below}
      </span>
    </span>
  );
}
