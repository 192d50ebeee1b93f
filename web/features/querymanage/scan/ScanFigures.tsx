import { type CustomerQueryFigures, customerQueryFigures } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '#core/api/call.ts';
import { dayNamesIn } from '#core/formats/dayNames.ts';
import type { Language } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Field } from '#ui/DataPage/fields.ts';
import { readState } from '#ui/DataPage/state/listQuery.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { ScanMap } from './ScanMap.tsx';
import { ScanTrend } from './ScanTrend.tsx';
import './scanFigures.css';

const storageKey = 'customerquery.figures';

/** Trend and map of the scans that match the filters of the list. */
export function ScanFigures({ fields }: { readonly fields: readonly Field[] }) {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const [open, setOpen] = useState(() => localStorage.getItem(storageKey) !== 'hidden');
  const { filters } = readState(query, fields);
  const figures = useQuery({
    queryKey: [customerQueryFigures.path, filters],
    queryFn: ({ signal }) => call(customerQueryFigures, filters, { signal, silent: true }),
    enabled: open,
  });
  const fold = () => {
    localStorage.setItem(storageKey, open ? 'hidden' : 'shown');
    setOpen(!open);
  };
  const { longDay } = dayNamesIn(i18n.language as Language);
  return (
    <section className="scan-figures" aria-label={t('customerquery.figures')} aria-busy={figures.isFetching}>
      <header>
        {open && figures.data && (
          <span>
            {t('customerquery.days', { first: longDay(figures.data.first), last: longDay(figures.data.last) })}
          </span>
        )}
        <Button type="link" size="small" aria-expanded={open} onClick={fold}>
          {t(open ? 'customerquery.hideFigures' : 'customerquery.showFigures')}
        </Button>
      </header>
      {open && <Panels figures={figures} />}
    </section>
  );
}

function Panels({ figures }: { readonly figures: UseQueryResult<CustomerQueryFigures> }) {
  const { t } = useTranslation();
  const { data } = figures;
  if (data)
    return (
      <div className="scan-figures-panels">
        <ScanTrend days={data.days} />
        <ScanMap provinces={data.provinces} />
      </div>
    );
  return figures.error ? (
    <PartFailure of={figures} title={t('customerquery.figuresFailed')} />
  ) : (
    <Skeleton active className="scan-figures-bones" />
  );
}
