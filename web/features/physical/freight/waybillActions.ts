import { lazy } from 'react';
import { mayTakeStep, type WaybillStatus, type WaybillStep } from '../../../../contract/physical/waybill.ts';
import type { RowAction } from '../../../ui/DataPage/fields.ts';
import type { Row } from '../../../ui/records.ts';

const LoadWaybill = lazy(() => import('./LoadWaybill.tsx'));
const LoadByFile = lazy(() => import('./LoadByFile.tsx'));
const ShipWaybill = lazy(() => import('./ShipWaybill.tsx'));
const SignWaybill = lazy(() => import('./SignWaybill.tsx'));
const CloseWaybill = lazy(() => import('./CloseWaybill.tsx'));
const PrintWaybill = lazy(() => import('./PrintWaybill.tsx'));

const step = (key: WaybillStep & ('load' | 'ship' | 'sign' | 'close')) => ({
  key,
  text: `button.${key}` as const,
  permission: `freight:${key}` as const,
  shown: ({ status }: Row) => mayTakeStep(key, status as WaybillStatus),
});

/** What can become of a waybill next, by its status: the usual step first. */
export const waybillActions: readonly RowAction[] = [
  { ...step('load'), dialog: LoadWaybill },
  { ...step('ship'), dialog: ShipWaybill },
  { ...step('sign'), dialog: SignWaybill },
  { ...step('load'), key: 'loadfile', text: 'freight.loadFile', dialog: LoadByFile, later: true },
  { ...step('close'), dialog: CloseWaybill, later: true },
  { key: 'print', text: 'button.print', permission: 'freight:print', dialog: PrintWaybill, later: true },
];
