import type { SelectProps } from 'antd';
import type { Call } from '../../../contract/call/call.ts';
import { Choice } from './Choice.tsx';
import { useListed } from './useListed.ts';

/** Chooses from a short list that the server keeps. */
export function ListedSelect({ list, ...rest }: { readonly list: Call } & Omit<SelectProps, 'options' | 'loading'>) {
  const { data, isFetching } = useListed(list);
  return <Choice {...rest} loading={isFetching} options={data ?? []} style={{ width: '100%' }} />;
}
