import { longestName, type Names } from '@suyuan/contract/organ/menu-setting.ts';
import { Form, Input } from 'antd';
import { languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';

interface NamesFormProps {
  readonly title: string;
  readonly names: Names;
  /** The built-in name, used in languages without a given one. */
  readonly builtIn: string;
  /** Makes the call, with `fieldErrors: true`. */
  readonly onSave: (names: Names) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A dialog for the names of a menu or button, by language. */
export function NamesForm({ title, names, builtIn, onSave, onClose }: NamesFormProps) {
  const { t } = useTranslation();
  const save = async (values: FormValues) => {
    await onSave(values as Names);
    notify.success(t('datapage.saved'));
  };
  return (
    <FormDialog title={title} okText={t('datapage.save')} initialValues={names} run={save} onClose={onClose}>
      <p className="rights-note">{t('setmenusenable.namesHint', { name: builtIn })}</p>
      <NameInputs />
    </FormDialog>
  );
}

/** An input for each language, with the language as its name. */
export function NameInputs() {
  return languages.map((language) => (
    <Form.Item key={language} name={language} label={languageFacts[language].name}>
      <Input maxLength={longestName} autoComplete="off" allowClear />
    </Form.Item>
  ));
}
