import { otherLanguages } from '@suyuan/contract/languages.ts';
import { valuesIn } from '@suyuan/contract/thing/in-languages.ts';
import type { TextKey } from '#core/i18n/textKeys.ts';
import type { OwnInputProps } from '../DataPage/fields.ts';
import type { Shown } from '../DataPage/thingList.ts';
import { Choice } from '../pickers/Choice.tsx';

const label: Shown = { width: 130, hidden: true, form: { hint: 'extension.labelHint' } };

/** Display of the choices of a field, in one language. */
const choices = (column: string) => ({
  input: ChoicesInput,
  width: 200,
  render: (row: Readonly<Record<string, unknown>>) => (row[column] as string[]).join(', ') || '—',
  form: {
    hint: 'extension.choicesInHint' as const,
    shown: ({ kind }: Readonly<Record<string, unknown>>) => kind === 'choice',
  },
});

/** Display of extension fields in their lists. `codeHint` explains why the code of a field in use cannot change. */
export const extensionFieldShown = (example: string, codeHint: TextKey) => ({
  label_zh: { example },
  field_code: { width: 150, form: { hint: codeHint }, wrong: codeHint, example: 'aroma' },
  ...valuesIn(otherLanguages, 'label', () => label),
  kind: { form: { initial: 'text' }, example: 'field.kind.choice' },
  choices: {
    ...choices('choices'),
    form: { ...choices('choices').form, required: true, hint: 'extension.choicesHint' as const },
    example: 'example.choices',
  },
  ...valuesIn(otherLanguages, 'choices', (language) => ({ ...choices(`choices_${language}`), hidden: true })),
  required: { width: 104, form: { initial: false } },
  sort: { width: 90, form: { initial: 0 } },
  status: { width: 100 },
});

/** Input for words, each finished by Enter or a comma. */
function ChoicesInput({ id, value, onChange }: OwnInputProps) {
  return (
    <Choice
      {...(id === undefined ? {} : { id })}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', '、']}
      value={(value as string[] | undefined) ?? []}
      onChange={(choices) => onChange?.(choices)}
    />
  );
}
