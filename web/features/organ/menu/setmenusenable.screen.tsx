import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { Call, InputOf } from '@suyuan/contract/call/call.ts';
import {
  allTree,
  type MenuTreeNode,
  menuAlwaysShow,
  menuOrder,
  menuRename,
  menuReset,
  menuTreeEnable,
} from '@suyuan/contract/organ/menu-setting.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Space, Switch, Table, Tag } from 'antd';
import { useState } from 'react';
import { type CallOptions, call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import '#ui/DataPage/dataPage.css';
import { NamesForm } from './NamesForm.tsx';
import { OnSwitch } from './OnSwitch.tsx';
import '../role/rights.css';

/** The menus of all people: switching, renaming and sorting them. Changes take effect for everyone at once. */
export default function Menus() {
  const { t } = useTranslation();
  const mayChange = useCan()('setmenusenable:update');
  const queries = useQueryClient();
  const [modal, modalPlace] = Modal.useModal();
  const [renamedEntry, setRenamedEntry] = useState<MenuTreeNode>();
  const [busy, setBusy] = useState(false);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [allTree.path],
    queryFn: ({ signal }) => call(allTree, {}, { signal }),
  });
  const change = async <C extends Call>(definition: C, input: InputOf<C>, options: CallOptions = {}) => {
    setBusy(true);
    try {
      await call(definition, input, options);
    } finally {
      await queries.invalidateQueries({ queryKey: [allTree.path] });
      setBusy(false);
    }
  };
  /** For event handlers; `change` has shown the error. */
  const press = <C extends Call>(definition: C, input: InputOf<C>) =>
    void change(definition, input).catch(() => undefined);
  const askToReset = () =>
    modal.confirm({
      title: t('setmenusenable.resetTitle'),
      content: t('setmenusenable.resetText'),
      okText: t('setmenusenable.reset'),
      cancelText: t('datapage.cancel'),
      onOk: () => change(menuReset, {}).catch(() => undefined),
    });

  if (error && !data) return <PageFailure of={{ error, refetch }} />;
  return (
    <Panel aria-label={t('menu.setmenusenable')}>
      <PanelHead title={t('menu.setmenusenable')}>
        {mayChange && <Button onClick={askToReset}>{t('setmenusenable.reset')}</Button>}
      </PanelHead>
      <p className="rights-note">{t('setmenusenable.note')}</p>
      {data && (
        <MenuTable
          nodes={data}
          loading={isPending || busy}
          mayChange={mayChange}
          onSwitch={({ menu_key }, enabled) => press(menuTreeEnable, { menu_key, enabled })}
          onAlwaysShow={({ menu_key }, always_show) => press(menuAlwaysShow, { menu_key, always_show })}
          onMove={(menu_keys) => press(menuOrder, { menu_keys })}
          onRename={setRenamedEntry}
        />
      )}
      {renamedEntry && (
        <NamesForm
          title={t('setmenusenable.renameTitle', { name: renamedEntry.menu_name })}
          names={renamedEntry.names}
          builtIn={renamedEntry.menu_key}
          onSave={(names) => change(menuRename, { menu_key: renamedEntry.menu_key, names }, { fieldErrors: true })}
          onClose={() => setRenamedEntry(undefined)}
        />
      )}
      {modalPlace}
    </Panel>
  );
}

interface MenuTableProps {
  readonly nodes: readonly MenuTreeNode[];
  readonly loading: boolean;
  readonly mayChange: boolean;
  readonly onSwitch: (node: MenuTreeNode, enabled: boolean) => void;
  readonly onAlwaysShow: (node: MenuTreeNode, always: boolean) => void;
  readonly onMove: (order: string[]) => void;
  readonly onRename: (node: MenuTreeNode) => void;
}

function MenuTable({ nodes, loading, mayChange, onSwitch, onAlwaysShow, onMove, onRename }: MenuTableProps) {
  const { t } = useTranslation();
  const actions = (node: MenuTreeNode) => (
    <Space size={4}>
      <Moves node={node} siblings={siblingsOf(nodes, node)} onMove={onMove} />
      <Button type="link" size="small" onClick={() => onRename(node)}>
        {t('setmenusenable.rename')}
      </Button>
    </Space>
  );
  return (
    <Table<MenuTreeNode>
      rowKey="menu_key"
      size="small"
      loading={loading}
      dataSource={asTable(nodes)}
      pagination={false}
      expandable={{ defaultExpandAllRows: true }}
      scroll={{ x: 720 }}
      columns={[
        { title: t('auditlog.thing.menu_setting'), width: 260, render: (_, node) => <NodeName node={node} /> },
        {
          title: t('setmenusenable.key'),
          width: 160,
          responsive: ['md'],
          render: (_, { menu_key }) => <span className="rights-code">{menu_key}</span>,
        },
        {
          title: t('field.enabled'),
          width: 110,
          render: (_, node) => (
            <OnSwitch {...node} name={node.menu_name} mayChange={mayChange} onChange={(on) => onSwitch(node, on)} />
          ),
        },
        {
          title: t('setmenusenable.alwaysShow'),
          width: 150,
          render: (_, node) =>
            node.children?.length > 0 && (
              <Switch
                size="small"
                checked={node.always_show}
                disabled={!mayChange}
                aria-label={t('setmenusenable.alwaysShowOf', { name: node.menu_name })}
                onChange={(always) => onAlwaysShow(node, always)}
              />
            ),
        },
        ...(mayChange
          ? [{ title: t('field.actions'), width: 220, render: (_: unknown, node: MenuTreeNode) => actions(node) }]
          : []),
      ]}
    />
  );
}

function NodeName({ node: { menu_name, names, hidden } }: { node: MenuTreeNode }) {
  const { t } = useTranslation();
  return (
    <div className="rights-menu">
      {menu_name} {Object.keys(names).length > 0 && <Tag color="blue">{t('setmenusenable.renamed')}</Tag>}
      {hidden && <Tag>{t('setmenusenable.hidden')}</Tag>}
    </div>
  );
}

interface MovesProps {
  readonly node: MenuTreeNode;
  readonly siblings: readonly string[];
  readonly onMove: (order: string[]) => void;
}

/** Buttons that move a menu up or down among its siblings. */
function Moves({ node, siblings, onMove }: MovesProps) {
  const { t } = useTranslation();
  const at = siblings.indexOf(node.menu_key);
  const moveTo = (place: number) =>
    onMove(siblings.filter((key) => key !== node.menu_key).toSpliced(place, 0, node.menu_key));
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={at === 0}
        aria-label={t('datapage.moveUp', { title: node.menu_name })}
        onClick={() => moveTo(at - 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={at === siblings.length - 1}
        aria-label={t('datapage.moveDown', { title: node.menu_name })}
        onClick={() => moveTo(at + 1)}
      />
    </>
  );
}

/** The keys of a menu and its siblings, in order. */
function siblingsOf(nodes: readonly MenuTreeNode[], node: MenuTreeNode): readonly string[] {
  if (nodes.some(({ menu_key }) => menu_key === node.menu_key)) return nodes.map(({ menu_key }) => menu_key);
  return nodes.map(({ children }) => siblingsOf(children, node)).find((siblings) => siblings.length > 0) ?? [];
}

/** Removes empty lists of children, for which antd's table would show a row as expandable. */
const asTable = (nodes: readonly MenuTreeNode[]): MenuTreeNode[] =>
  nodes.map(
    ({ children, ...node }) => (children.length > 0 ? { ...node, children: asTable(children) } : node) as MenuTreeNode,
  );
