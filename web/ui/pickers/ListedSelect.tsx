import type { Call } from '@suyuan/contract/call/call.ts';
import type { SelectProps } from 'antd';
import { Choice } from './Choice.tsx';
import { useListed } from './useListed.ts';

interface ListedSelectProps extends Omit<SelectProps<string>, 'options' | 'loading'> {
  readonly list: Call;
  /** The label of the value until the list is loaded. */
  readonly nameOf?: (value: string) => string | undefined;
}

/** A select for a short list of the server. */
export function ListedSelect({ list, nameOf, value, ...rest }: ListedSelectProps) {
  const { data, isFetching } = useListed(list);
  const options = data ?? (value ? [{ value, label: nameOf?.(value) ?? '…' }] : []);
  return <Choice {...rest} value={value ?? null} loading={isFetching} options={options} style={{ width: '100%' }} />;
}
