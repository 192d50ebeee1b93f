import { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import { destinationOf, type Waybill, type WaybillKind, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import dayjs from 'dayjs';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { Amount, onlyProduct } from '#ui/amount/Amount.tsx';
import type { ListButton, ListSpec, RowAction } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DoneOfPlanned } from '#ui/facts/DoneOfPlanned.tsx';
import { workShown } from '#ui/facts/workShown.tsx';
import { dealerReference, factoryReference, productReference, warehouseReference } from '#ui/pickers/baseReferences.ts';
import { DayInput } from '#ui/pickers/DateInput.tsx';
import type { Row } from '#ui/records.ts';
import { LinesInput } from '../parts/LinesInput.tsx';
import { isSent } from './waybillActions.ts';

interface WaybillOffers {
  readonly actions: readonly RowAction<Waybill>[];
  readonly buttons: readonly ListButton[];
}

const WaybillAside = later(() => import('./WaybillAside.tsx'));

const goesTo =
  (to: 'dealer' | 'warehouse' | 'outside') =>
  ({ kind }: Readonly<Record<string, unknown>>): boolean =>
    destinationOf[kind as WaybillKind] === to;

const nameOf =
  (what: 'from_warehouse' | 'to_warehouse' | 'from_factory' | 'to_factory' | 'dealer' | 'ship_to') =>
  (row: Waybill): string | null =>
    row[`${what}_name`] ? `${row[`${what}_name`]} (${row[`${what}_code`]})` : null;

/** Who gets the goods, whatever it is. */
const receiverName = (row: Waybill): string | null =>
  row.dealer_name ?? row.to_warehouse_name ?? row.to_factory_name ?? row.receiver;

/** Where the goods go to is decided with the first that are loaded; what was ordered, when they leave. */
const onceLeft = ({ status }: Row) =>
  status === 'draft' || status === 'loading' ? undefined : 'freight.fixedOnceLeft';
const onceLoaded = (row: Row) => (row.status === 'loading' ? 'freight.fixedOnceLoaded' : onceLeft(row));

/** The list of waybills, with the given actions and buttons. */
export const waybillList = (offers: WaybillOffers): ListSpec =>
  thingList(waybill, {
    ...offers,
    wideForm: true,
    doubt: (t, { planned_day }) =>
      typeof planned_day === 'string' && planned_day !== '' && planned_day < dayjs().format('YYYY-MM-DD')
        ? t('freight.dayOver', { day: planned_day })
        : undefined,
    titleOf: (row) => row.waybill_no,
    locked: (row) => !waybillLife.mayTake('update', row.status) || !isSent(row),
    kept: (row) => !waybillLife.mayTake('delete', row.status),
    copied: [
      'kind',
      'from_warehouse_id',
      'to_dealer_id',
      'ship_to_id',
      'to_warehouse_id',
      'to_factory_id',
      'from_factory_id',
      'receiver',
      'receiver_phone',
      'receiver_address',
      'carrier',
      'lines',
      'remark',
    ],
    detailAside: (row) => (
      <Suspense>
        <WaybillAside waybill={row} />
      </Suspense>
    ),
    shown: {
      product_id: { reference: productReference, search: true },
      waybill_no: { width: 110, form: { hint: 'freight.numberHint' }, example: 'YD-260101' },
      kind: { width: 80, form: { initial: 'sale', fixed: onceLoaded } },
      status: {
        width: 85,
        tones: { loading: 'processing', shipped: 'processing', signed: 'success' },
      },
      from_warehouse_id: { reference: warehouseReference, nameOf: nameOf('from_warehouse'), example: 'CK-01' },
      from_warehouse_code: { hidden: true, detail: false },
      from_warehouse_name: { width: 120 },
      from_factory_id: {
        reference: factoryReference,
        nameOf: nameOf('from_factory'),
        form: { hint: 'freight.fromFactoryHint' },
      },
      from_factory_code: { hidden: true, detail: false },
      from_factory_name: { width: 135, hidden: true },
      to_dealer_id: {
        reference: dealerReference,
        nameOf: nameOf('dealer'),
        form: { required: true, shown: goesTo('dealer'), fixed: onceLoaded },
        example: 'JX-01',
      },
      dealer_code: { hidden: true, detail: false },
      dealer_name: { width: 140, render: (row) => receiverName(row) ?? '—' },
      ship_to_id: {
        reference: { page: shipTo.page, label: (row) => `${row.ship_to_name} (${row.dealer_name})` },
        nameOf: nameOf('ship_to'),
        form: {
          shown: goesTo('dealer'),
          within: { field: 'to_dealer_id', filter: 'dealer_id' },
          fixed: onceLoaded,
        },
      },
      ship_to_code: { hidden: true, detail: false },
      ship_to_name: { width: 140, hidden: true },
      to_warehouse_id: {
        reference: warehouseReference,
        nameOf: nameOf('to_warehouse'),
        form: {
          shown: ({ to_factory_id, ...row }) => goesTo('warehouse')(row) && !to_factory_id,
          required: true,
          fixed: onceLoaded,
        },
      },
      to_warehouse_code: { hidden: true, detail: false },
      to_warehouse_name: { width: 135, hidden: true },
      to_factory_id: {
        reference: factoryReference,
        nameOf: nameOf('to_factory'),
        form: {
          hint: 'freight.toFactoryHint',
          shown: ({ kind, to_warehouse_id }) => kind === 'transfer' && !to_warehouse_id,
          fixed: onceLoaded,
        },
      },
      to_factory_code: { hidden: true, detail: false },
      to_factory_name: { width: 135, hidden: true },
      receiver: { width: 150, hidden: true, form: { required: true, shown: goesTo('outside') } },
      receiver_phone: { width: 120, hidden: true, form: { shown: goesTo('outside') } },
      receiver_address: { width: 200, hidden: true, form: { shown: goesTo('outside') } },
      planned: {
        width: 130,
        hidden: true,
        render: (row) => <Amount units={row.planned} of={onlyProduct(row.lines)} />,
      },
      loaded: {
        width: 120,
        render: (row) => <DoneOfPlanned done={row.loaded} planned={row.planned} of={onlyProduct(row.lines)} />,
      },
      received: {
        width: 130,
        hidden: true,
        render: (row) => <Amount units={row.received} of={onlyProduct(row.lines)} />,
      },
      ...workShown,
      planned_day: { input: DayInput, width: 110, example: '2026-01-01' },
      carrier: { width: 120, hidden: true },
      plate: { width: 100, hidden: true },
      driver: { width: 90, hidden: true },
      driver_phone: { width: 120, hidden: true },
      seal_no: { width: 120, hidden: true, example: 'S-0012345' },
      lines: {
        input: LinesInput,
        column: false,
        form: { initial: [{}], whole: true, fixed: onceLeft },
        example: 'P001 = 240; P002 / L260101 = 48',
      },
      sends: { column: false, detail: false },
      receives: { column: false, detail: false },
      shipped_at: { hidden: true },
      signed_at: { hidden: true },
      updated_at: { hidden: true },
      remark: { kind: 'longtext', width: 200, hidden: true, form: { whole: true } },
    },
  });
