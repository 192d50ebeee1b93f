import { type ExtensionKind, ExtensionValue } from '@suyuan/contract/thing/extension.ts';
import { Input } from 'antd';
import { lengthOf } from '../limits.ts';
import { Choice } from '../pickers/Choice.tsx';
import { DayInput } from '../pickers/DateInput.tsx';
import { PictureInput } from '../pictures/PictureUpload.tsx';

/** An extension field, as its inputs need it. */
export interface DefinedField {
  readonly field_code: string;
  readonly label: string;
  readonly kind: ExtensionKind;
  readonly choices: string[];
  /** The choices in the language of the console. */
  readonly choice_labels: string[];
  readonly required: boolean;
}

interface ExtensionInputProps {
  readonly field: DefinedField;
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
}

/** The input for a kind of extension field. */
export function ExtensionInput({ field, id, value, onChange }: ExtensionInputProps) {
  const idProps = id === undefined ? {} : { id };
  switch (field.kind) {
    case 'choice':
      return (
        <Choice
          {...idProps}
          allowClear={!field.required}
          value={value ?? null}
          options={field.choices.map((choice, at) => ({ value: choice, label: field.choice_labels[at] }))}
          onChange={(choice) => onChange?.(choice ?? null)}
        />
      );
    case 'date':
      return <DayInput {...idProps} value={value ?? null} onChange={(day) => onChange?.(day)} />;
    case 'picture':
      return <PictureInput {...idProps} value={value} onChange={(hash) => onChange?.(hash as string | null)} />;
    default:
      return (
        <Input
          {...idProps}
          value={value ?? ''}
          {...lengthOf(ExtensionValue().properties.value)}
          autoComplete="off"
          {...(field.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
  }
}
