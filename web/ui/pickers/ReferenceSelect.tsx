import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RefSelectProps, SelectProps } from 'antd';
import { type ReactNode, type Ref, useDeferredValue, useState } from 'react';
import { call } from '#core/api/call.ts';
import type { Reference, Row } from '../records.ts';
import { Choice } from './Choice.tsx';

interface ReferenceSelectProps {
  readonly reference: Reference;
  readonly value?: number | null;
  /** The label of the value, while it is not among the rows found. */
  readonly named?: string | null | undefined;
  readonly onChange?: (value: number | undefined) => void;
  readonly id?: string;
  readonly placeholder?: string | undefined;
  readonly 'aria-label'?: string;
  readonly onKeyDown?: NonNullable<SelectProps['onKeyDown']>;
  readonly ref?: Ref<RefSelectProps> | undefined;
  readonly status?: 'error';
  /** What is shown below, for the chosen row; of one that is not among the rows found, only the id is known. */
  readonly below?: (row: Row, label: string | undefined) => ReactNode;
}

const maxShown = 50;

/** A select for a row of another list; typing searches on the server. */
export function ReferenceSelect({ reference, value, named, onChange, below, ...rest }: ReferenceSelectProps) {
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text);
  const [chosenAtFirst] = useState(value);
  const [source, extent] =
    'page' in reference
      ? [reference.page, { size: maxShown }]
      : [reference.list, chosenAtFirst ? { id: chosenAtFirst } : {}];
  const input = { ...reference.filters, ...extent, ...(keyword ? { keyword } : {}) };
  const { data, isFetching } = useQuery({
    queryKey: [source.path, input],
    queryFn: async ({ signal }) => (await call(source, input, { signal })) as Row[] | { rows: Row[] },
    placeholderData: keepPreviousData,
  });
  const rows = (Array.isArray(data) ? data : data?.rows) ?? [];
  const options = rows.map((row) => ({ value: row.id as number, label: reference.label(row) }));
  const isFound = options.some((option) => option.value === value);
  // The id is not shown while its label is loading, because it means nothing to people.
  const label = named ?? (isFetching ? '…' : undefined);
  if (value && label && !isFound && !keyword) options.unshift({ value, label });
  const chosen = value ? (rows.find(({ id }) => id === value) ?? { id: value }) : undefined;
  return (
    <>
      <Choice
        {...rest}
        allowClear
        showSearch={{ filterOption: false, onSearch: setText }}
        loading={isFetching}
        value={value ?? null}
        onChange={(next) => onChange?.(next ?? undefined)}
        options={options}
        style={{ width: '100%' }}
      />
      {chosen && below?.(chosen, label)}
    </>
  );
}
