import type { TextKey } from '../../core/i18n/textKeys.ts';
import type { OwnInputProps } from '../DataPage/fields.ts';
import type { Shown } from '../DataPage/thingList.ts';
import { Choice } from '../pickers/Choice.tsx';

const label: Shown = { width: 130, hidden: true, form: { hint: 'extension.labelHint' } };

/** Display of extension fields in their lists. `codeHint` explains why the code of a field in use cannot change. */
export const extensionFieldShown = (example: string, codeHint: TextKey) => ({
  label_zh: { example },
  field_code: { width: 150, form: { hint: codeHint }, wrong: codeHint, example: 'aroma' },
  label_en: label,
  label_es: label,
  label_ja: label,
  kind: { form: { initial: 'text' }, example: 'field.kind.choice' },
  choices: {
    input: ChoicesInput,
    width: 200,
    render: ({ choices }: Readonly<Record<string, unknown>>) => (choices as string[]).join(', ') || '—',
    form: {
      required: true,
      hint: 'extension.choicesHint' as const,
      shown: ({ kind }: Readonly<Record<string, unknown>>) => kind === 'choice',
    },
    example: 'example.choices',
  },
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
