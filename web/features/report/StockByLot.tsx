import { type StockRow, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import type { BelowProps } from './frame/reportSpec.ts';

/** The maximum number of rows shown; filters reveal others. */
const maxShown = 500;

/** The current stock by product and lot with its age, oldest first. */
export function StockByLot({ narrowed: { warehouse, product } }: BelowProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const input = {
    ...(warehouse === undefined ? {} : { warehouse_id: warehouse }),
    ...(product === undefined ? {} : { product_id: product }),
  };
  const { data, error, refetch } = useQuery({
    queryKey: [stock.path, input],
    queryFn: ({ signal }) => call(stock, input, { signal, silent: true }),
  });
  return (
    <section className="report-panel report-below" aria-label={t('report.stock')}>
      <h2>{t('report.stock')}</h2>
      <p className="report-note">{t('report.stock.about')}</p>
      <PartFailure of={{ error, refetch }} title={t('report.failed')} />
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {data && data.length === 0 && <p className="report-empty">{t('report.stock.empty')}</p>}
      {data && data.length > 0 && <StockTable rows={oldestFirst(data).slice(0, maxShown)} />}
      {data && data.length > maxShown && (
        <p className="report-note">{t('report.stock.more', { rows: count(maxShown) })}</p>
      )}
    </section>
  );
}

const oldestFirst = (rows: readonly StockRow[]): StockRow[] =>
  rows.toSorted((a, b) => (a.production_date ?? '9').localeCompare(b.production_date ?? '9'));

function StockTable({ rows }: { readonly rows: readonly StockRow[] }) {
  const { t } = useTranslation();
  const amount = useAmounts(rows.map(({ product_id }) => product_id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of form fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div className="report-table" role="group" aria-label={t('report.stock')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('field.product')}</th>
            {(['warehouse', 'lot'] as const).map((name) => (
              <th key={name} scope="col" className="report-words">
                {choiceText(t, 'report.group', name)}
              </th>
            ))}
            {(['made', 'age', 'expiry', 'units', 'loaded', 'quarantined'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`report.stock.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.warehouse_id} ${row.product_id} ${row.lot}`}>
              <th scope="row">
                <RecordLink to="product" id={row.product_id}>{`${row.product_name} (${row.product_code})`}</RecordLink>
              </th>
              <td className="report-words">
                <RecordLink to="warehouse" id={row.warehouse_id}>
                  {row.warehouse_name}
                </RecordLink>
              </td>
              <td className="report-words">
                <RecordLink to="lot" id={row.lot}>
                  {row.lot}
                </RecordLink>
                {row.held && <StatusTag tone="error">{t('field.on_hold')}</StatusTag>}
              </td>
              <td>{row.production_date ?? '—'}</td>
              <td>{row.production_date ? t('time.days', { count: daysSince(row.production_date) }) : '—'}</td>
              <td>{row.expiry_date ?? '—'}</td>
              <td>{amount(row.units, row.product_id)}</td>
              <td>{amount(row.loaded, row.product_id)}</td>
              <td>{amount(row.quarantined, row.product_id)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const daysSince = (day: string): number => Math.max(0, Math.floor((Date.now() - Date.parse(day)) / 86_400_000));
