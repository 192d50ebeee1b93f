import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type MenuButton,
  type MenuTreeNode,
  menuButtonAdd,
  menuButtonList,
  type Names,
} from '../../../../contract/organ/menu-setting.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import { TreeChoice } from '../../../ui/pickers/TreeChoice.tsx';
import { NameInputs } from './NamesForm.tsx';

interface Entered {
  menu_key: string;
  verb: string;
  names?: Names;
}

interface AddButtonProps {
  readonly tree: readonly MenuTreeNode[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A button of one's own: a permission that roles can be given and another system can ask for. */
export function AddButton({ tree, onDone, onClose }: AddButtonProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Entered>();
  const [busy, setBusy] = useState(false);
  const menuKey = Form.useWatch('menu_key', form);
  const there = useButtonsOf(menuKey);

  const add = async ({ menu_key, verb, names = {} }: Entered) => {
    setBusy(true);
    try {
      await call(menuButtonAdd, { menu_key, menu_button_code: `${menu_key}:${verb}`, names }, { fieldErrors: true });
      notify.success(t('datapage.saved'));
      onDone();
      onClose();
    } catch (error) {
      if (error instanceof ApiError) showProblems(error);
    } finally {
      setBusy(false);
    }
  };
  const showProblems = ({ fields }: ApiError) =>
    form.setFields(
      fields.map(({ path, message }) => ({
        name: path === 'menu_button_code' ? 'verb' : path === 'menu_key' ? 'menu_key' : ['names', 'zh'],
        errors: [message],
      })),
    );
  return (
    <Modal
      open
      title={t('buttonpower.add')}
      okText={t('datapage.save')}
      cancelText={t('datapage.cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={(entered) => void add(entered)}>
        <Form.Item
          name="menu_key"
          label={t('buttonpower.menu')}
          rules={[{ required: true, message: t('datapage.required', { title: t('buttonpower.menu') }) }]}
        >
          <TreeChoice treeData={choices(tree)} treeDefaultExpandAll showSearch treeNodeFilterProp="title" />
        </Form.Item>
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
            { pattern: /^[a-z][a-z0-9-]{0,30}$/, message: t('buttonpower.codeHint') },
            {
              validator: (_, verb) =>
                there.some(({ menu_button_code }) => menu_button_code === `${menuKey}:${verb}`)
                  ? Promise.reject(new Error(t('buttonpower.taken')))
                  : Promise.resolve(),
            },
          ]}
        >
          <Input
            prefix={<span className="rights-code">{menuKey ? `${menuKey}:` : ''}</span>}
            autoComplete="off"
            maxLength={31}
          />
        </Form.Item>
        <p className="rights-note">{t('buttonpower.namesHint')}</p>
        <NameInputs within={['names']} />
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </Form>
    </Modal>
  );
}

/** The buttons that a menu has already; none while no menu is chosen. */
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
