import { type StockByPlace, stockByPlace } from '@suyuan/contract/physical/stock/stock-detail.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { Amount } from '#ui/amount/Amount.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { productReference, warehouseReference } from '#ui/pickers/baseReferences.ts';
import { StatusTag } from '#ui/StatusTag.tsx';

const StockPackages = later(() => import('./StockPackages.tsx'));

const units = (key: 'units' | 'held' | 'loaded' | 'reserved' | 'available') => (row: StockByPlace) =>
  row[key] === 0 ? '—' : <Amount units={row[key]} of={row.product_id} />;

/** Stock by warehouse and zone, product and lot; a row's details are its packages. */
export const stockList = thingList(stockByPlace, {
  titleOf: (row) => [row.warehouse_name, row.product_name, row.lot].filter(Boolean).join(' · '),
  detailAside: (row) => (
    <Suspense>
      <StockPackages row={row} />
    </Suspense>
  ),
  shown: {
    warehouse_id: { reference: warehouseReference, search: true, column: false },
    warehouse_code: { width: 110, hidden: true },
    warehouse_name: { width: 110 },
    zone_of: { width: 120, hidden: true },
    product_id: { reference: productReference, search: true, column: false },
    product_code: { width: 110, hidden: true },
    product_name: { width: 125 },
    lot: { width: 110, search: true },
    lot_id: { column: false, detail: false },
    production_date: { width: 110, hidden: true },
    age_days: { width: 90 },
    expiry_date: { width: 105 },
    days_left: { width: 90, render: (row) => <DaysLeft days={row.days_left} /> },
    released: { width: 90, hidden: true },
    units: { width: 140, render: units('units') },
    held: { width: 95, render: units('held') },
    loaded: { width: 110, hidden: true, render: units('loaded') },
    reserved: { width: 95, render: units('reserved') },
    available: { width: 140, render: units('available') },
  },
});

/** How long goods last; what has expired stands out. */
function DaysLeft({ days }: { readonly days: number | null }) {
  if (days === null) return <>—</>;
  return days < 0 ? <StatusTag tone="error">{`${days}`}</StatusTag> : days;
}
