import type { LocalisedText } from '@suyuan/contract/languages.ts';
import { Input } from 'antd';
import { type Language, languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface WordsInputProps {
  readonly label: string;
  readonly most: number;
  readonly rows?: number;
  readonly language: Language;
  readonly value: LocalisedText;
  readonly onChange: (words: LocalisedText) => void;
}

/** Input for a text in the edited language, with the text of another language as a placeholder. */
export function WordsInput({ label, most, rows, language, value, onChange }: WordsInputProps) {
  const { t } = useTranslation();
  const [other] = languages.filter((name) => name !== language && value[name]);
  const hint = other ? t('scancode.otherLanguage', { name: languageFacts[other].name, text: value[other] }) : '';
  const change = (text: string) => {
    const { [language]: _before, ...rest } = value;
    onChange(text === '' ? rest : { ...rest, [language]: text });
  };
  const props = {
    value: value[language] ?? '',
    maxLength: most,
    placeholder: hint,
    lang: language,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is antd's
    <label>
      {label}
      {rows ? <Input.TextArea {...props} autoSize={{ minRows: rows, maxRows: 12 }} showCount /> : <Input {...props} />}
    </label>
  );
}
