import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type CustomerQueryFigures, customerQueryFigures } from '../../../../contract/querymanage/consumer-scan.ts';
import { call } from '../../../core/api/call.ts';
import { dayNamesIn } from '../../../core/formats/dayNames.ts';
import type { Language } from '../../../core/i18n/languages.ts';
import type { Field } from '../../../ui/DataPage/fields.ts';
import { readState } from '../../../ui/DataPage/state/urlState.ts';
import { ScanMap } from './ScanMap.tsx';
import { ScanTrend } from './ScanTrend.tsx';
import './scanFigures.css';

const remembered = 'customerquery.figures';

/** Trend and map of the scans that the list's own filters let through. */
export function ScanFigures({ fields }: { readonly fields: readonly Field[] }) {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const [open, setOpen] = useState(() => localStorage.getItem(remembered) !== 'hidden');
  const { filters } = readState(query, fields);
  const figures = useQuery({
    queryKey: [customerQueryFigures.path, filters],
    queryFn: ({ signal }) => call(customerQueryFigures, filters, { signal, silent: true }),
    enabled: open,
  });
  const fold = () => {
    localStorage.setItem(remembered, open ? 'hidden' : 'shown');
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
      {open && <Panels data={figures.data} failed={figures.isError} onRetry={() => void figures.refetch()} />}
    </section>
  );
}

interface PanelsProps {
  readonly data: CustomerQueryFigures | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

function Panels({ data, failed, onRetry }: PanelsProps) {
  const { t } = useTranslation();
  if (data)
    return (
      <div className="scan-figures-panels">
        <ScanTrend days={data.days} />
        <ScanMap provinces={data.provinces} />
      </div>
    );
  if (!failed) return <Skeleton active className="scan-figures-bones" />;
  return (
    <p className="scan-figures-nothing" role="alert">
      {t('customerquery.figuresFailed')}
      <Button type="link" onClick={onRetry}>
        {t('datapage.retry')}
      </Button>
    </p>
  );
}
