import type { SelectProps } from 'antd';
import type { Call } from '../../../contract/call/call.ts';
import { Choice } from './Choice.tsx';
import { useListed } from './useListed.ts';

interface ListedSelectProps extends Omit<SelectProps<string>, 'options' | 'loading'> {
  readonly list: Call;
  /** What a choice is called as far as the console knows, until the list has come. */
  readonly nameOf?: (value: string) => string | undefined;
}

/** Chooses from a short list that the server keeps. */
export function ListedSelect({ list, nameOf, value, ...rest }: ListedSelectProps) {
  const { data, isFetching } = useListed(list);
  const options = data ?? (value ? [{ value, label: nameOf?.(value) ?? '…' }] : []);
  return <Choice {...rest} value={value ?? null} loading={isFetching} options={options} style={{ width: '100%' }} />;
}
