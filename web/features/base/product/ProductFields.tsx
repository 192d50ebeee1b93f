import { Select } from 'antd';
import {
  productFieldAdd,
  productFieldDelete,
  productFieldExport,
  productFieldImport,
  productFieldKinds,
  productFieldPage,
  productFieldUpdate,
} from '../../../../contract/base/product-field.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { Field, ListSpec, OwnInputProps } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';

const label = (language: 'en' | 'es' | 'ja'): Field => ({
  key: `label_${language}`,
  kind: 'text',
  column: { width: 130, hidden: true },
  form: { maxLength: 64, hint: 'prodcutextend.labelHint' },
});

const spec: ListSpec = {
  name: 'prodcutextend',
  thing: 'product_field',
  page: productFieldPage,
  add: productFieldAdd,
  update: productFieldUpdate,
  remove: productFieldDelete,
  export: productFieldExport,
  import: productFieldImport,
  disables: true,
  titleOf: (row) => `${row.label}`,
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    { key: 'label_zh', kind: 'text', column: { width: 160 }, form: { required: true, maxLength: 64 }, example: '香型' },
    {
      key: 'field_code',
      kind: 'text',
      column: { width: 150, sort: true },
      form: {
        required: true,
        maxLength: 64,
        hint: 'prodcutextend.codeHint',
        pattern: { test: /^[A-Za-z][A-Za-z0-9_]*$/, says: 'prodcutextend.codeHint' },
      },
      example: 'aroma',
    },
    label('en'),
    label('es'),
    label('ja'),
    {
      key: 'kind',
      kind: 'choice',
      choices: productFieldKinds,
      search: true,
      column: { width: 110, sort: true },
      form: { required: true, initial: 'text' },
      example: 'prodcutextend.kind.choice',
    },
    {
      key: 'choices',
      kind: 'own',
      input: ChoicesInput,
      column: { width: 200, render: ({ choices }) => (choices as string[]).join(', ') || '—' },
      form: { required: true, hint: 'prodcutextend.choicesHint', shown: ({ kind }) => kind === 'choice' },
      example: 'example.choices',
    },
    { key: 'required', kind: 'switch', column: { width: 104 }, form: { initial: false } },
    { key: 'shown_to_consumers', kind: 'switch', column: { width: 130 }, form: { initial: false } },
    { key: 'sort', kind: 'number', min: 0, column: { width: 90, sort: true }, form: { initial: 0 } },
    {
      key: 'status',
      kind: 'choice',
      choices: ['enabled', 'disabled'],
      tones: { enabled: 'success', disabled: 'default' },
      search: true,
      column: { width: 100, sort: true },
      form: { required: true, initial: 'enabled' },
    },
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
    { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true } },
  ],
};

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
