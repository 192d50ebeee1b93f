import { Image } from 'antd';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import type { DefinedField } from './ExtensionInput.tsx';

interface ExtensionValueProps {
  readonly field: Pick<DefinedField, 'kind' | 'label' | 'choices' | 'choice_labels'>;
  readonly value: string | null;
}

/** The value of an extension field. */
export function ExtensionValue({ field: { kind, label, choices, choice_labels }, value }: ExtensionValueProps) {
  if (value === null) return <span aria-hidden>—</span>;
  if (kind === 'choice') return choice_labels[choices.indexOf(value)] ?? value;
  if (kind !== 'picture') return value;
  return <Image src={pictureAddress(value, 'thumb')} preview={{ src: pictureAddress(value) }} alt={label} width={72} />;
}
