import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { partyChoices } from '../../../contract/organ-people.ts';
import { call } from '../../api/call.ts';
import type { OwnInputProps } from '../../ui/DataPage/fields.ts';

export const FactorySelect = (props: OwnInputProps) => <PartySelect {...props} type={2} />;
export const DealerSelect = (props: OwnInputProps) => <PartySelect {...props} type={3} />;

/** Chooses a factory or a dealer; typing searches it on the server. */
function PartySelect({ type, value, onChange, ...rest }: OwnInputProps & { readonly type: 2 | 3 }) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed);
  const input = { account_type: type, ...(keyword ? { keyword } : {}), ...(value ? { id: value as number } : {}) };
  const { data, isFetching } = useQuery({
    queryKey: [partyChoices.path, input],
    queryFn: ({ signal }) => call(partyChoices, input, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Select
      {...rest}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={data ?? []}
      value={(value as number | undefined) ?? null}
      onChange={(next: number | undefined) => onChange?.(next ?? null)}
      style={{ width: '100%' }}
    />
  );
}
