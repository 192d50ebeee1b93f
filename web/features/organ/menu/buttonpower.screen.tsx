import {
  allTreeButtons,
  type MenuTreeButton,
  type MenuTreeNode,
  menuButtonDelete,
  menuButtonExport,
  menuButtonUpdate,
} from '@suyuan/contract/organ/menu-setting.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Space, Table, Tag } from 'antd';
import { useState } from 'react';
import { type CallOptions, call, download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { ExportButton } from '#ui/DataPage/ExportButton.tsx';
import { useAddParameter } from '#ui/DataPage/state/useAddParameter.ts';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import '#ui/DataPage/dataPage.css';
import { AddButton } from './AddButton.tsx';
import { NamesForm } from './NamesForm.tsx';
import { OnSwitch } from './OnSwitch.tsx';
import '../role/rights.css';

/** A button with its menu. */
interface MenuButton extends MenuTreeButton {
  /** The names of the menus above its menu. */
  readonly above: readonly string[];
  readonly menu_name: string;
}

/** The buttons of all screens: their names, whether they are on, and custom ones for other systems. */
export default function Buttons() {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const [modal, modalPlace] = Modal.useModal();
  const [keyword, setKeyword] = useState('');
  const [renamedButton, setRenamedButton] = useState<MenuButton>();
  const [adding, setAdding] = useState(false);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [allTreeButtons.path],
    queryFn: ({ signal }) => call(allTreeButtons, {}, { signal }),
  });
  useAddParameter(can('buttonpower:add') ? () => setAdding(true) : undefined);
  const refresh = () => queries.invalidateQueries({ queryKey: [allTreeButtons.path] });
  const update = (
    input: { menu_button_code: string; names?: MenuButton['names']; enabled?: boolean },
    options: CallOptions = {},
  ) => call(menuButtonUpdate, input, options).finally(refresh);
  const askToDelete = ({ menu_button_code, button_name }: MenuButton) =>
    modal.confirm({
      title: t('datapage.deleteTitle', { title: button_name }),
      content: t('datapage.deleteText'),
      okText: t('button.delete'),
      cancelText: t('datapage.cancel'),
      okButtonProps: { danger: true },
      // `call` has shown the error; the confirmation closes in any case.
      onOk: () =>
        call(menuButtonDelete, { menu_button_code })
          .then(() => notify.success(t('datapage.deleted')))
          .catch(() => undefined)
          .finally(refresh),
    });
  if (error && !data) return <PageFailure of={{ error, refetch }} />;
  return (
    <Panel aria-label={t('menu.buttonpower')}>
      <PanelHead title={t('menu.buttonpower')}>
        <Input.Search
          allowClear
          placeholder={t('buttonpower.search')}
          aria-label={t('buttonpower.search')}
          onChange={({ target }) => setKeyword(target.value)}
          style={{ width: 280 }}
        />
        {can('buttonpower:add') && (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('buttonpower.add')}
          </Button>
        )}
        {can('buttonpower:export') && (
          <ExportButton
            name="buttonpower"
            // `download` has shown the error.
            onExport={(format) => void download(menuButtonExport, { format }).catch(() => undefined)}
          />
        )}
      </PanelHead>
      <p className="rights-note">{t('buttonpower.note')}</p>
      <ButtonTable
        buttons={matching(buttonsOf(data ?? []), keyword)}
        loading={isPending}
        onSwitch={({ menu_button_code }, enabled) => void update({ menu_button_code, enabled }).catch(() => undefined)}
        onRename={setRenamedButton}
        onDelete={askToDelete}
      />
      {renamedButton && (
        <NamesForm
          title={t('setmenusenable.renameTitle', { name: renamedButton.button_name })}
          names={renamedButton.names}
          builtIn={renamedButton.menu_button_code}
          onSave={(names) => update({ menu_button_code: renamedButton.menu_button_code, names }, { fieldErrors: true })}
          onClose={() => setRenamedButton(undefined)}
        />
      )}
      {adding && <AddButton tree={data ?? []} onDone={() => void refresh()} onClose={() => setAdding(false)} />}
      {modalPlace}
    </Panel>
  );
}

interface ButtonTableProps {
  readonly buttons: MenuButton[];
  readonly loading: boolean;
  readonly onSwitch: (button: MenuButton, enabled: boolean) => void;
  readonly onRename: (button: MenuButton) => void;
  readonly onDelete: (button: MenuButton) => void;
}

function ButtonTable({ buttons, loading, onSwitch, onRename, onDelete }: ButtonTableProps) {
  const { t } = useTranslation();
  const can = useCan();
  const mayUpdate = can('buttonpower:update');
  const mayDelete = can('buttonpower:delete');
  const actions = (button: MenuButton) => (
    <Space size={4}>
      {mayUpdate && (
        <Button type="link" size="small" onClick={() => onRename(button)}>
          {t('setmenusenable.rename')}
        </Button>
      )}
      {mayDelete && button.added && (
        <Button type="link" size="small" danger onClick={() => onDelete(button)}>
          {t('button.delete')}
        </Button>
      )}
    </Space>
  );
  return (
    <Table<MenuButton>
      rowKey="menu_button_code"
      size="small"
      loading={loading}
      dataSource={buttons}
      pagination={{ defaultPageSize: 20, hideOnSinglePage: true }}
      scroll={{ x: 600 }}
      locale={{ emptyText: t('datapage.nothingFound') }}
      columns={[
        { title: t('auditlog.thing.menu_setting'), width: 220, render: (_, button) => <MenuTrail {...button} /> },
        { title: t('auditlog.thing.menu_button'), width: 200, render: (_, button) => <ButtonName {...button} /> },
        {
          title: t('buttonpower.code'),
          width: 200,
          responsive: ['md'],
          render: (_, { menu_button_code }) => <span className="rights-code">{menu_button_code}</span>,
        },
        {
          title: t('field.enabled'),
          width: 110,
          render: (_, button) => (
            <OnSwitch
              {...button}
              name={`${button.menu_name} · ${button.button_name}`}
              mayChange={mayUpdate}
              onChange={(on) => onSwitch(button, on)}
            />
          ),
        },
        ...(mayUpdate || mayDelete
          ? [{ title: t('field.actions'), width: 160, render: (_: unknown, button: MenuButton) => actions(button) }]
          : []),
      ]}
    />
  );
}

function ButtonName({ button_name, names, added }: MenuButton) {
  const { t } = useTranslation();
  return (
    <Space size={6}>
      {button_name}
      {added && <Tag color="green">{t('buttonpower.added')}</Tag>}
      {!added && Object.keys(names).length > 0 && <Tag color="blue">{t('setmenusenable.renamed')}</Tag>}
    </Space>
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
    const rows = listMenuButtons.map((button) => ({ ...button, above, menu_name }));
    return [...rows, ...buttonsOf(children, [...above, menu_name])];
  });

function matching(buttons: readonly MenuButton[], keyword: string): MenuButton[] {
  const part = keyword.trim().toLowerCase();
  return buttons.filter(({ above, menu_name, button_name, menu_button_code }) =>
    [...above, menu_name, button_name, menu_button_code].some((text) => text.toLowerCase().includes(part)),
  );
}
