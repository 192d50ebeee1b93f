import { Image } from 'antd';
import { pictureUrl } from '../../../contract/picture.ts';
import type { DefinedField } from './ExtensionInput.tsx';

interface ExtensionValueProps {
  readonly field: Pick<DefinedField, 'kind' | 'label'>;
  readonly value: string | null;
}

/** What a record has in a field. */
export function ExtensionValue({ field: { kind, label }, value }: ExtensionValueProps) {
  if (value === null) return <span aria-hidden>—</span>;
  if (kind !== 'picture') return value;
  return <Image src={pictureUrl(value, 'thumb')} preview={{ src: pictureUrl(value) }} alt={label} width={72} />;
}
