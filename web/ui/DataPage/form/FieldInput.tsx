import type { Call } from '@suyuan/contract/call/call.ts';
import { Input, type SelectProps, Switch } from 'antd';
import { Suspense } from 'react';
import { knownListText, listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { PartySelect } from '../../certificates/PartySelect.tsx';
import { Choice } from '../../pickers/Choice.tsx';
import { CountInput } from '../../pickers/CountInput.tsx';
import { ReferenceSelect } from '../../pickers/ReferenceSelect.tsx';
import { useListed } from '../../pickers/useListed.ts';
import type { Row } from '../../records.ts';
import type { Field } from '../fields.ts';

const PeriodInput = later(() => import('./PeriodInput.tsx'));

export interface FieldInputProps {
  readonly list: string;
  readonly field: Field;
  /** The record that is edited, if any. */
  readonly row?: Row | undefined;
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly onEnter?: () => void;
  readonly allowClear?: boolean;
  /** For places without room for a label. */
  readonly placeholder?: string | undefined;
  /** The input of a form, which warns of what is chosen. */
  readonly warns?: boolean;
}

/** The input for a field by its kind, in a form or in the search, without a label. */
export function FieldInput({
  list,
  field,
  row,
  onEnter,
  allowClear = false,
  placeholder,
  warns = false,
  ...input
}: FieldInputProps) {
  const { t, i18n } = useTranslation();
  const change = (value: unknown) => input.onChange?.(value);
  const maxLength = field.form?.maxLength;
  const id = input.id === undefined ? {} : { id: input.id };
  switch (field.kind) {
    case 'choice': {
      const { choices } = field;
      const select = { ...id, value: input.value ?? null, onChange: change, allowClear, placeholder };
      if ('path' in choices) {
        const nameOf = (value: string) => knownListText(t, i18n, list, `${field.key}.${value}`);
        return <ListedSelect {...select} value={select.value as string | null} list={choices} nameOf={nameOf} />;
      }
      const options = choices.map((value) => ({ value, label: listText(t, list, `${field.key}.${value}`) }));
      return <Choice {...select} options={options} style={{ width: '100%' }} />;
    }
    case 'reference': {
      const Picker = warns ? PartySelect : ReferenceSelect;
      return (
        <Picker
          {...id}
          reference={field.reference}
          placeholder={placeholder}
          named={row && row[field.key] === input.value ? field.nameOf?.(row) : null}
          value={(input.value as number) ?? null}
          onChange={change}
        />
      );
    }
    case 'own':
      return <field.input {...id} value={input.value} onChange={change} />;
    case 'number':
      return (
        <CountInput
          {...id}
          value={(input.value as number) ?? null}
          onChange={change}
          {...(field.min === undefined ? {} : { min: field.min })}
          {...(field.max === undefined ? {} : { max: field.max })}
          style={{ width: '100%' }}
        />
      );
    case 'period':
      return (
        <Suspense fallback={<Input disabled />}>
          <PeriodInput {...id} value={input.value as [string?, string?]} onChange={change} />
        </Suspense>
      );
    case 'switch':
      return <Switch {...id} checked={input.value === true} onChange={change} />;
    case 'longtext':
      return (
        <Input.TextArea
          {...id}
          rows={3}
          value={(input.value as string) ?? ''}
          onChange={(event) => change(event.target.value)}
          {...(maxLength ? { maxLength, showCount: true } : {})}
        />
      );
    default:
      return (
        <Input
          {...id}
          value={(input.value as string) ?? ''}
          onChange={(event) => change(event.target.value)}
          {...(onEnter ? { onPressEnter: onEnter } : {})}
          allowClear={allowClear}
          placeholder={placeholder}
          autoComplete="off"
          {...(maxLength ? { maxLength } : {})}
        />
      );
  }
}

interface ListedSelectProps extends Omit<SelectProps<string>, 'options' | 'loading'> {
  readonly list: Call;
  /** The label of the value until the list is loaded. */
  readonly nameOf?: (value: string) => string | undefined;
}

/** A select for a short list of the server. */
function ListedSelect({ list, nameOf, value, ...rest }: ListedSelectProps) {
  const { data, isFetching } = useListed(list);
  const options = data ?? (value ? [{ value, label: nameOf?.(value) ?? '…' }] : []);
  return <Choice {...rest} value={value ?? null} loading={isFetching} options={options} style={{ width: '100%' }} />;
}
