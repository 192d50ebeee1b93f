import { apiKeyParties } from '@suyuan/contract/integration/api-key.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { Choice } from '#ui/pickers/Choice.tsx';

/** A party as the form has it: `factory 3`. */
export type ChosenParty = `${'factory' | 'dealer' | 'partner'} ${number}`;

/** Chooses whose key it is; the enterprise's own if none is chosen. */
export function PartyChoice({ id, value, onChange }: OwnInputProps) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const { data = [], isFetching } = useQuery({
    queryKey: [apiKeyParties.path, keyword],
    queryFn: ({ signal }) => call(apiKeyParties, { keyword }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Choice<ChosenParty>
      {...(id ? { id } : {})}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      placeholder={t('apikey.enterprise')}
      options={data.map(({ kind, id: party, code, name }) => ({
        value: `${kind} ${party}` as const,
        label: `${t(`apikey.${kind}`)} ${name} (${code})`,
      }))}
      value={(value as ChosenParty | undefined) ?? null}
      onChange={(next) => onChange?.(next ?? undefined)}
    />
  );
}
