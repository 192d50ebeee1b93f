import { TableOutlined } from '@ant-design/icons';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import '../ui.css';
import './charts.css';
import { ChartTable, type TableData } from './ChartTable.tsx';

interface ChartPanelProps {
  readonly title: string;
  /** Shown beside the title, e.g. a legend or a period. */
  readonly note?: ReactNode;
  /** The numbers of the chart, to which the person can switch. Omitted if they are shown anyway. */
  readonly table?: TableData | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A titled panel for a chart, or for a list among charts. */
export function ChartPanel({ title, note, table, className = '', children }: ChartPanelProps) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  const heading = useId();
  const label = t('chart.showTable', { title });
  return (
    <section className={`chart-panel ${className}`} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {note}
        {table && (
          <button
            type="button"
            className="icon-button"
            aria-pressed={asTable}
            aria-label={label}
            title={label}
            onClick={() => setAsTable(!asTable)}
          >
            <TableOutlined aria-hidden />
          </button>
        )}
      </header>
      <div className="chart-panel-body">{asTable && table ? <ChartTable title={title} {...table} /> : children}</div>
    </section>
  );
}
