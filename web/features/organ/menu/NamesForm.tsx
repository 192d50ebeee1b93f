import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Names } from '../../../../contract/organ/menu-setting.ts';
import { languageNames, languages } from '../../../core/i18n/languages.ts';
import { notify } from '../../../core/notices/notices.ts';

interface NamesFormProps {
  readonly title: string;
  readonly names: Names;
  /** The built-in name, which stands where none is given. */
  readonly builtIn: string;
  readonly onSave: (names: Names) => Promise<unknown>;
  readonly onClose: () => void;
}

/** What a menu or a button is called in each language. */
export function NamesForm({ title, names, builtIn, onSave, onClose }: NamesFormProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Names>();
  const [busy, setBusy] = useState(false);
  const save = async (entered: Names) => {
    setBusy(true);
    try {
      await onSave(entered);
      notify.success(t('datapage.saved'));
      onClose();
    } catch {
      // The person was told why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      okText={t('datapage.save')}
      cancelText={t('datapage.cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="rights-note">{t('setmenusenable.namesHint', { name: builtIn })}</p>
      <Form form={form} layout="vertical" initialValues={names} onFinish={(entered) => void save(entered)}>
        <NameInputs />
        {/* Enter in any field saves. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </Form>
    </Modal>
  );
}

/** An input for each language, for a form whose values are names. */
export function NameInputs({ within = [] }: { within?: readonly string[] }) {
  return languages.map((language) => (
    <Form.Item key={language} name={[...within, language]} label={languageNames[language]}>
      <Input maxLength={64} autoComplete="off" allowClear />
    </Form.Item>
  ));
}
