import { type WaybillStep, waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import type { Waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { later } from '#core/loading/later.tsx';
import type { RowAction } from '#ui/DataPage/fields.ts';

const LoadWaybill = later(() => import('./loading/LoadWaybill.tsx'));
const LoadByFile = later(() => import('./loading/LoadByFile.tsx'));
const ShipWaybill = later(() => import('./ShipWaybill.tsx'));
const ArrivalDesk = later(() => import('../arrival/ArrivalDesk.tsx'));
const CloseWaybill = later(() => import('./closing/CloseWaybill.tsx'));
const ReopenWaybill = later(() => import('./closing/ReopenWaybill.tsx'));
const UnsignWaybill = later(() => import('./closing/UnsignWaybill.tsx'));
const PrintWaybill = later(() => import('./PrintWaybill.tsx'));

const step = (key: WaybillStep & ('load' | 'ship' | 'close')) => ({
  key,
  text: `button.${key}` as const,
  permission: `freight:${key}` as const,
  shown: ({ status }: Waybill) => waybillLife.mayTake(key, status),
});

/** Shipped, and not all of it has been received. */
const isAwaited = ({ status, loaded, received }: Waybill): boolean =>
  status === 'shipped' || (status === 'signed' && received < loaded);

/** Closed, though not all of it has arrived: it still may. */
const isLate = ({ status, loaded, received }: Waybill): boolean => status === 'closed' && received < loaded;

export const isSent = ({ sends }: Waybill): boolean => sends;
const isGot = ({ receives }: Waybill): boolean => receives;

/** Goods are received at the desk for arrivals, from wherever it is opened. */
const receipt = { permission: 'arrival:sign', dialog: ArrivalDesk, of: isGot } as const;

/** The actions on a waybill by status, the usual one first. */
const actions = [
  { ...step('load'), dialog: LoadWaybill, of: isSent },
  { ...step('ship'), dialog: ShipWaybill, of: isSent },
  { ...receipt, key: 'sign', text: 'button.sign', shown: isAwaited },
  { ...step('load'), key: 'loadfile', text: 'freight.loadFile', dialog: LoadByFile, later: true, of: isSent },
  { ...receipt, key: 'signlate', text: 'freight.signLate', shown: isLate, later: true },
  {
    ...receipt,
    ...{ key: 'unsign', text: 'freight.unsign', dialog: UnsignWaybill, later: true },
    shown: ({ status }: Waybill) => waybillLife.mayTake('unsign', status),
  },
  { ...step('close'), dialog: CloseWaybill, later: true, of: isSent },
  {
    ...{ key: 'reopen', text: 'freight.reopen', permission: 'freight:close' },
    shown: ({ status }: Waybill) => waybillLife.mayTake('reopen', status),
    ...{ dialog: ReopenWaybill, later: true, of: isSent },
  },
  { key: 'print', text: 'button.print', permission: 'freight:print', dialog: PrintWaybill, later: true },
] as const satisfies readonly (RowAction<Waybill> & { readonly of?: (row: Waybill) => boolean })[];

/**
 * All actions for people of the enterprise; people of a factory or dealer can handle what they send, and sign for what they
 * receive.
 */
export const waybillActions = (ofEnterprise: boolean): readonly RowAction<Waybill>[] =>
  actions.map((action) => {
    if (ofEnterprise || !('of' in action)) return action;
    const { of, ...own } = action;
    return { ...own, shown: (row: Waybill) => of(row) && own.shown(row) };
  });
