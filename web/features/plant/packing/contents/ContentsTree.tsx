import type { PackageNode } from '@suyuan/contract/plant/packing/packing.ts';
import { Empty, Tag, Tree } from 'antd';
import { useMemo } from 'react';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';

interface ContentsTreeProps {
  readonly nodes: readonly PackageNode[];
  readonly onOpen?: (code: string) => void;
  readonly chosen?: readonly string[];
  readonly onChoose?: (codes: readonly string[]) => void;
}

interface TreeNode {
  readonly key: string;
  readonly node: PackageNode;
  readonly children: TreeNode[];
}

const asTree = (nodes: readonly PackageNode[]): TreeNode[] =>
  nodes.map((node) => ({ key: node.code, node, children: asTree(node.children ?? []) }));

/** Trees taller than this, in pixels, are rendered virtually. */
const tall = 420;
const lineHeight = 28;

/** The contents of a package as a tree of any depth. */
export function ContentsTree({ nodes, onOpen, chosen, onChoose }: ContentsTreeProps) {
  const { t } = useTranslation();
  const tree = useMemo(() => asTree(nodes), [nodes]);
  const height = nodes.length * lineHeight;
  if (nodes.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('packing.noContents')} />;
  return (
    <Tree<TreeNode>
      treeData={tree}
      className="contents-tree"
      {...(height > tall ? { height: tall } : {})}
      selectable={onOpen !== undefined}
      selectedKeys={[]}
      onSelect={(_, { node }) => onOpen?.(node.key)}
      checkable={onChoose !== undefined}
      checkStrictly
      checkedKeys={{ checked: [...(chosen ?? [])], halfChecked: [] }}
      onCheck={(keys) => onChoose?.((Array.isArray(keys) ? keys : keys.checked).map(String))}
      titleRender={({ node }) => <NodeTitle node={node} />}
    />
  );
}

function NodeTitle({ node: { code, level, units, remainder, held } }: { node: PackageNode }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <span className="contents-node">
      <code>{code}</code>
      <Tag variant="outlined">{listText(t, 'packing', `level.${level}`)}</Tag>
      {level > 1 && <small>{t('field.unitCount', { count: units, number: count(units) })}</small>}
      {remainder && <StatusTag tone="warning">{t('field.remainder')}</StatusTag>}
      <HeldTag held={held === true} hold={null} />
    </span>
  );
}
