import { Select } from 'antd';
import { productField } from '../../../../contract/base/product-field.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { OwnInputProps } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { type Shown, thingList } from '../../../ui/DataPage/thingList.ts';

const label: Shown = { width: 130, hidden: true, form: { hint: 'prodcutextend.labelHint' } };

const spec = thingList(productField, {
  titleOf: (row) => `${row.label}`,
  shown: {
    label_zh: { example: '香型' },
    field_code: {
      width: 150,
      form: { hint: 'prodcutextend.codeHint' },
      wrong: 'prodcutextend.codeHint',
      example: 'aroma',
    },
    label_en: label,
    label_es: label,
    label_ja: label,
    kind: { form: { initial: 'text' }, example: 'prodcutextend.kind.choice' },
    choices: {
      input: ChoicesInput,
      width: 200,
      render: ({ choices }) => (choices as string[]).join(', ') || '—',
      form: { required: true, hint: 'prodcutextend.choicesHint', shown: ({ kind }) => kind === 'choice' },
      example: 'example.choices',
    },
    required: { width: 104, form: { initial: false } },
    shown_to_consumers: { width: 130, form: { initial: false } },
    sort: { width: 90, form: { initial: 0 } },
    status: { width: 100 },
  },
});

export const first = firstRows(spec);

/** What else an enterprise wants to say of its products. */
export default function ProductFields() {
  return <DataPage spec={spec} />;
}

/** Words that are typed, each ended by Enter or a comma. */
function ChoicesInput({ id, value, onChange }: OwnInputProps) {
  return (
    <Select
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
