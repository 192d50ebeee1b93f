import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { factoryChoices } from '../../../../contract/organ/account.ts';
import { call } from '../../../core/api/call.ts';
import type { OwnInputProps } from '../../../ui/DataPage/fields.ts';
import { Choice } from '../../../ui/pickers/Choice.tsx';

/** Chooses a factory; typing searches it on the server. */
export function FactorySelect({ value, onChange, ...rest }: OwnInputProps) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed);
  const input = { ...(keyword ? { keyword } : {}), ...(value ? { id: value as number } : {}) };
  const { data, isFetching } = useQuery({
    queryKey: [factoryChoices.path, input],
    queryFn: ({ signal }) => call(factoryChoices, input, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Choice
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
