import { materialUse, materialUseAdd, materialUseImport } from '@suyuan/contract/plant/material/material-use.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { materialReference } from '#ui/pickers/baseReferences.ts';
import { DayInput } from '#ui/pickers/DateInput.tsx';
import { CorrectUse } from './CorrectUse.tsx';

/** Input for a time in the past, to the minute. */
function UsedAtInput({ id, value, onChange }: OwnInputProps) {
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      maxDate={dayjs()}
      value={typeof value === 'string' && value !== '' ? dayjs(value) : null}
      onChange={(moment) => onChange?.(moment?.toISOString() ?? null)}
      style={{ width: '100%' }}
    />
  );
}

/** The material lots used by all work orders. */
export const materialUseList = thingList(materialUse, {
  add: materialUseAdd,
  import: materialUseImport,
  thing: materialUse.table,
  titleOf: (row) => `${row.material_name} · ${row.material_lot}`,
  actions: [
    {
      key: 'correct',
      text: 'materialuse.correct',
      permission: 'orderlist:materials',
      shown: ({ corrected }) => corrected === false,
      dialog: CorrectUse,
    },
  ],
  shown: {
    work_order_id: {
      reference: {
        page: workOrder.page,
        label: (row) => [row.order_no, row.product_name, row.lot].filter(Boolean).join(' · '),
      },
      example: 'WO000001',
    },
    order_no: { width: 105 },
    product_name: { width: 160, hidden: true },
    material_id: { reference: materialReference, example: 'BC-001' },
    material_code: { width: 120, hidden: true },
    material_name: { width: 140 },
    kind: { width: 100, hidden: true },
    material_lot: { width: 120, example: 'G-2601' },
    // Hidden by default, so that the time of use and the correction are visible.
    supplier: { width: 150, hidden: true, form: { hint: 'materialuse.supplierHint' } },
    amount: { width: 90, example: '125.5' },
    unit: { width: 60, form: { hint: 'materialuse.unitHint' }, example: 'kg' },
    expiry_date: { input: DayInput, width: 110, example: '2027-12-31' },
    expired_reason: { width: 180, hidden: true, form: { hint: 'materialuse.expiredReasonHint' } },
    used_at: {
      input: UsedAtInput,
      width: 160,
      render: ({ used_at }) => <Moment at={used_at} />,
      example: '2026-01-31 08:00',
    },
    label: { form: false },
    source: { width: 90, hidden: true },
    used_by: { width: 100, hidden: true },
    correction_reason: { width: 160, hidden: true },
    corrected: { width: 75 },
    created_at: { hidden: true },
  },
});
