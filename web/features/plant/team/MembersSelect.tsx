import { memberChoices } from '@suyuan/contract/plant/team.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call } from '#core/api/call.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { Choice } from '#ui/pickers/Choice.tsx';

/** Chooses the members of a team; typing searches on the server. */
export function MembersSelect({ value, onChange, ...rest }: OwnInputProps) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed);
  const chosen = (value as readonly number[] | undefined) ?? [];
  const input = { ...(keyword ? { keyword } : {}), ...(chosen.length > 0 ? { ids: chosen.join(',') } : {}) };
  const { data, isFetching } = useQuery({
    queryKey: [memberChoices.path, input],
    queryFn: ({ signal }) => call(memberChoices, input, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Choice
      {...rest}
      mode="multiple"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={data ?? []}
      value={[...chosen]}
      onChange={(next: number[]) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  );
}
