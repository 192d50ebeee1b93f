import { mayTakeStep, type WaybillStatus, type WaybillStep } from '../../../../contract/physical/waybill.ts';
import { later } from '../../../core/navigation/later.tsx';
import type { RowAction } from '../../../ui/DataPage/fields.ts';
import type { Row } from '../../../ui/records.ts';

const LoadWaybill = later(() => import('./LoadWaybill.tsx'));
const LoadByFile = later(() => import('./LoadByFile.tsx'));
const ShipWaybill = later(() => import('./ShipWaybill.tsx'));
const SignWaybill = later(() => import('./SignWaybill.tsx'));
const CloseWaybill = later(() => import('./CloseWaybill.tsx'));
const PrintWaybill = later(() => import('./PrintWaybill.tsx'));

const step = (key: WaybillStep & ('load' | 'ship' | 'sign' | 'close')) => ({
  key,
  text: `button.${key}` as const,
  permission: `freight:${key}` as const,
  shown: ({ status }: Row) => mayTakeStep(key, status as WaybillStatus),
});

/** It has left, and not all of it has been signed for. */
const isAwaited = ({ status, loaded, received }: Row): boolean =>
  status === 'shipped' || (status === 'signed' && (received as number) < (loaded as number));

/** What can become of a waybill next, by its status: the usual step first. */
export const waybillActions: readonly RowAction[] = [
  { ...step('load'), dialog: LoadWaybill },
  { ...step('ship'), dialog: ShipWaybill },
  { ...step('sign'), shown: isAwaited, dialog: SignWaybill },
  { ...step('load'), key: 'loadfile', text: 'freight.loadFile', dialog: LoadByFile, later: true },
  { ...step('close'), dialog: CloseWaybill, later: true },
  { key: 'print', text: 'button.print', permission: 'freight:print', dialog: PrintWaybill, later: true },
];
