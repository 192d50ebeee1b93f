import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeField } from '#ui/code/CodeField.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { FoundBoxes } from '../boxcode/FoundBoxes.tsx';

/** Finds by a code where the goods are. */
export function FindStock() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [code, setCode] = useState('');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [boxCodes.path, [code]],
    queryFn: ({ signal }) => call(boxCodes, { codes: [code] }, { signal, silent: true }),
    enabled: code !== '',
    staleTime: 0,
  });
  return (
    <Panel>
      <PanelHead title={t('stock.finding')} />
      <CodeField
        label={t('stock.find')}
        value={text}
        onChange={setText}
        onCode={(one) => setCode(one.trim())}
        allowClear
      />
      <PartFailure of={{ error, refetch }} />
      {code !== '' && !error && <FoundBoxes rows={data ?? []} isLoading={isFetching} />}
    </Panel>
  );
}
