import type { Permission } from '@suyuan/contract/menu.ts';
import type { WmsShipment } from '@suyuan/contract/physical/wms.ts';
import type { ExceptionWork } from '#trace/exceptions/exception-kind.ts';
import { addedCodes, type Beyond, isSame, textsIn } from '#trace/exceptions/exception-kind.ts';

/** What is left to be done of a message: its refused codes. The others are on the waybill, unless a person took them off. */
export const leftToDo = (raw: object, codes: readonly string[]): object =>
  codes.length === 0
    ? raw
    : { ...raw, codes: textsIn((raw as Partial<WmsShipment>).codes).filter((code) => codes.includes(code)) };

/** What makes or changes a document. */
const ofDocument = ['dealer_code', 'to_warehouse_code', 'lines'] as const;

/** The rights that a corrected message needs because it says something else than the one that came in. */
export const beyond: ExceptionWork<WmsShipment>['beyond'] = (came, given, refused) => {
  const needs = (path: string, ...desks: Permission[]): Beyond[] => desks.map((desk) => ({ path, desk }));
  const isShipped = given.act === 'ship';
  const desks: Permission[] = isShipped ? ['freight:load', 'freight:ship'] : ['freight:load'];
  const added = addedCodes(textsIn(came.codes), given.codes ?? [], refused);
  // Left-out codes may ship less than was ordered, which takes the reason that the system gave or the right to give one.
  const overrules = given.reason !== undefined && !isSame(came.reason, given.reason);
  return [
    ...(isSame(came.act, given.act) ? [] : needs('act', ...desks)),
    ...(isSame(came.waybill_no, given.waybill_no) ? [] : needs('waybill_no', ...desks)),
    ...ofDocument.flatMap((field) => (isSame(came[field], given[field]) ? [] : needs(field, 'freight:add'))),
    ...(added.length === 0 ? [] : needs('codes', 'freight:load')),
    ...(overrules ? needs('reason', 'freight:load', ...(isShipped ? (['freight:short'] as const) : [])) : []),
  ];
};
