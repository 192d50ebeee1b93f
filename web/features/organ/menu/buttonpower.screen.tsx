import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Result, Space, Switch, Table, Tag, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  allTreeButtons,
  type MenuTreeButton,
  type MenuTreeNode,
  menuButtonDelete,
  menuButtonUpdate,
} from '../../../../contract/organ/menu-setting.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import '../../../ui/DataPage/dataPage.css';
import { AddButton } from './AddButton.tsx';
import { NamesForm } from './NamesForm.tsx';
import '../role/rights.css';

/** A button with its menu. */
interface MenuButton extends MenuTreeButton {
  /** Names of the menus above its own one. */
  readonly above: readonly string[];
  readonly menu_name: string;
}

/** The buttons of each screen: what they are called, whether they are on, and those added for systems of one's own. */
export default function Buttons() {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const [modal, modalPlace] = Modal.useModal();
  const [typed, setTyped] = useState('');
  const [renamed, setRenamed] = useState<MenuButton>();
  const [adding, setAdding] = useState(false);
  const { data, isPending, error } = useQuery({
    queryKey: [allTreeButtons.path],
    queryFn: ({ signal }) => call(allTreeButtons, {}, { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: [allTreeButtons.path] });
  const update = (input: { menu_button_code: string; names?: MenuButton['names']; enabled?: boolean }) =>
    call(menuButtonUpdate, input).finally(refresh);
  const askToDelete = ({ menu_button_code, button_name }: MenuButton) =>
    modal.confirm({
      title: t('datapage.deleteTitle', { title: button_name }),
      content: t('datapage.deleteText'),
      okText: t('datapage.delete'),
      cancelText: t('datapage.cancel'),
      okButtonProps: { danger: true },
      // What stood against it was said; the question closes either way.
      onOk: () =>
        call(menuButtonDelete, { menu_button_code })
          .then(() => notify.success(t('datapage.deleted')))
          .catch(() => undefined)
          .finally(refresh),
    });
  const mayUpdate = can('buttonpower:update');
  const mayDelete = can('buttonpower:delete');

  if (error) return <Result status="warning" title={t('datapage.failed')} subTitle={error.message} />;
  return (
    <section className="data-page-panel" aria-label={t('menu.buttonpower')}>
      <div className="data-page-toolbar">
        <h1>{t('menu.buttonpower')}</h1>
        <Input.Search
          allowClear
          placeholder={t('buttonpower.search')}
          aria-label={t('buttonpower.search')}
          onChange={({ target }) => setTyped(target.value)}
          style={{ width: 280 }}
        />
        {can('buttonpower:add') && (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('buttonpower.add')}
          </Button>
        )}
      </div>
      <p className="rights-note">{t('buttonpower.note')}</p>
      <Table<MenuButton>
        rowKey="menu_button_code"
        size="small"
        loading={isPending}
        dataSource={matching(buttonsOf(data ?? []), typed)}
        pagination={{ defaultPageSize: 20, hideOnSinglePage: true }}
        scroll={{ x: 600 }}
        locale={{ emptyText: t('datapage.nothingFound') }}
        columns={[
          { title: t('buttonpower.menu'), width: 220, render: (_, button) => <MenuTrail {...button} /> },
          {
            title: t('buttonpower.name'),
            width: 200,
            render: (_, { button_name, names, added }) => (
              <Space size={6}>
                {button_name}
                {added && <Tag color="green">{t('buttonpower.added')}</Tag>}
                {!added && Object.keys(names).length > 0 && <Tag color="blue">{t('setmenusenable.renamed')}</Tag>}
              </Space>
            ),
          },
          {
            title: t('buttonpower.code'),
            width: 200,
            responsive: ['md'],
            render: (_, { menu_button_code }) => <span className="rights-code">{menu_button_code}</span>,
          },
          {
            title: t('field.enabled'),
            width: 110,
            render: (_, { menu_button_code, menu_name, button_name, enabled, always_on }) => (
              <Tooltip title={always_on ? t('setmenusenable.alwaysOn') : undefined}>
                <Switch
                  size="small"
                  checked={enabled}
                  disabled={!mayUpdate || always_on}
                  aria-label={t('setmenusenable.switch', { name: `${menu_name} · ${button_name}` })}
                  onChange={(on) => void update({ menu_button_code, enabled: on }).catch(() => undefined)}
                />
              </Tooltip>
            ),
          },
          ...(mayUpdate || mayDelete
            ? [
                {
                  title: t('datapage.actions'),
                  width: 160,
                  render: (_: unknown, button: MenuButton) => (
                    <Space size={4}>
                      {mayUpdate && (
                        <Button type="link" size="small" onClick={() => setRenamed(button)}>
                          {t('setmenusenable.rename')}
                        </Button>
                      )}
                      {mayDelete && button.added && (
                        <Button type="link" size="small" danger onClick={() => askToDelete(button)}>
                          {t('datapage.delete')}
                        </Button>
                      )}
                    </Space>
                  ),
                },
              ]
            : []),
        ]}
      />
      {renamed && (
        <NamesForm
          title={t('setmenusenable.renameTitle', { name: renamed.button_name })}
          names={renamed.names}
          builtIn={renamed.menu_button_code}
          onSave={(names) => update({ menu_button_code: renamed.menu_button_code, names })}
          onClose={() => setRenamed(undefined)}
        />
      )}
      {adding && <AddButton tree={data ?? []} onDone={() => void refresh()} onClose={() => setAdding(false)} />}
      {modalPlace}
    </section>
  );
}

function MenuTrail({ above, menu_name }: MenuButton) {
  return (
    <>
      <span className="rights-above">{above.map((name) => `${name} / `).join('')}</span>
      {menu_name}
    </>
  );
}

/** All buttons in the order of the menus. */
const buttonsOf = (nodes: readonly MenuTreeNode[], above: readonly string[] = []): MenuButton[] =>
  nodes.flatMap(({ menu_name, listMenuButtons, children }) => {
    const own = listMenuButtons.map((button) => ({ ...button, above, menu_name }));
    return [...own, ...buttonsOf(children, [...above, menu_name])];
  });

function matching(buttons: readonly MenuButton[], typed: string): MenuButton[] {
  const part = typed.trim().toLowerCase();
  return buttons.filter(({ above, menu_name, button_name, menu_button_code }) =>
    [...above, menu_name, button_name, menu_button_code].some((text) => text.toLowerCase().includes(part)),
  );
}
