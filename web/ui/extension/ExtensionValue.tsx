import { Image } from 'antd';
import { pictureAddress } from '../../core/api/page/pictureAddress.ts';
import type { DefinedField } from './ExtensionInput.tsx';

interface ExtensionValueProps {
  readonly field: Pick<DefinedField, 'kind' | 'label'>;
  readonly value: string | null;
}

/** The value of an extension field. */
export function ExtensionValue({ field: { kind, label }, value }: ExtensionValueProps) {
  if (value === null) return <span aria-hidden>—</span>;
  if (kind !== 'picture') return value;
  return <Image src={pictureAddress(value, 'thumb')} preview={{ src: pictureAddress(value) }} alt={label} width={72} />;
}
