import {
  longestVerb,
  type MenuButton,
  type MenuTreeNode,
  menuButtonAdd,
  menuButtonList,
  type Names,
  verbPattern,
} from '@suyuan/contract/organ/menu-setting.ts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Tag } from 'antd';
import { call } from '#core/api/call.ts';
import { languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { TreeChoice } from '#ui/pickers/TreeChoice.tsx';
import { NameInputs } from './NamesForm.tsx';

interface AddButtonProps {
  readonly tree: readonly MenuTreeNode[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Adds a custom button: a permission that can be granted to roles, for other systems to check. */
export function AddButton({ tree, onDone, onClose }: AddButtonProps) {
  const { t } = useTranslation();
  const add = async ({ menu_key, verb, ...names }: FormValues) => {
    const input = { menu_key: `${menu_key}`, menu_button_code: `${menu_key}:${verb}`, names: names as Names };
    await call(menuButtonAdd, input, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog
      title={t('buttonpower.add')}
      okText={t('datapage.save')}
      run={add}
      itemOf={(path) => (path === 'menu_button_code' ? 'verb' : path === 'menu_key' ? path : languages[0])}
      onClose={onClose}
    >
      <Form.Item
        name="menu_key"
        label={t('auditlog.thing.menu_setting')}
        rules={[{ required: true, message: t('datapage.required', { title: t('auditlog.thing.menu_setting') }) }]}
      >
        <TreeChoice treeData={choices(tree)} treeDefaultExpandAll showSearch treeNodeFilterProp="title" />
      </Form.Item>
      <ButtonCode />
      <p className="rights-note">{t('buttonpower.namesHint')}</p>
      <NameInputs />
    </FormDialog>
  );
}

/** Input for the verb of the button's code, with the existing buttons of the menu. */
function ButtonCode() {
  const { t } = useTranslation();
  const menuKey: string | undefined = Form.useWatch('menu_key');
  const there = useButtonsOf(menuKey);
  const isTaken = (verb: string) => there.some(({ menu_button_code }) => menu_button_code === `${menuKey}:${verb}`);
  return (
    <>
      {there.length > 0 && (
        <p className="rights-note">
          {t('buttonpower.there')}{' '}
          {there.map(({ menu_button_code, button_name }) => (
            <Tag key={menu_button_code} title={menu_button_code}>
              {button_name}
            </Tag>
          ))}
        </p>
      )}
      <Form.Item
        name="verb"
        label={t('buttonpower.code')}
        extra={t('buttonpower.codeHint')}
        rules={[
          { required: true, message: t('datapage.required', { title: t('buttonpower.code') }) },
          { pattern: new RegExp(`^${verbPattern}$`), message: t('buttonpower.codeHint') },
          {
            validator: (_, verb) =>
              isTaken(verb) ? Promise.reject(new Error(t('buttonpower.taken'))) : Promise.resolve(),
          },
        ]}
      >
        <Input
          prefix={<span className="rights-code">{menuKey ? `${menuKey}:` : ''}</span>}
          autoComplete="off"
          maxLength={longestVerb}
        />
      </Form.Item>
    </>
  );
}

/** The buttons of a menu; empty while no menu is chosen. */
function useButtonsOf(menu_key: string | undefined): readonly MenuButton[] {
  const { data } = useQuery({
    queryKey: [menuButtonList.path, menu_key],
    queryFn: ({ signal }) => call(menuButtonList, { menu_key: menu_key as string }, { signal }),
    enabled: menu_key !== undefined,
  });
  return data ?? [];
}

interface Choice {
  value: string;
  title: string;
  children: Choice[];
}

const choices = (nodes: readonly MenuTreeNode[]): Choice[] =>
  nodes.map(({ menu_key, menu_name, children }) => ({
    value: menu_key,
    title: menu_name,
    children: choices(children),
  }));
