import { DeviceAct } from '../../../contract/plant/device.ts';
import { defineExceptionKind } from './exception-kind.ts';

/** Kinds of exceptions about acts. What a device said can be tried again; what a file said is in the file. */

export const repeatedCode = defineExceptionKind({ name: 'repeated_code', content: DeviceAct });
export const twoOrders = defineExceptionKind({ name: 'two_orders', content: DeviceAct });
export const wrongProduct = defineExceptionKind({ name: 'wrong_product', content: DeviceAct });
export const seenAfterDestroyed = defineExceptionKind({ name: 'seen_after_destroyed', content: DeviceAct });
export const lateAct = defineExceptionKind({ name: 'late_act', content: DeviceAct });
/** The labels are printed: there is nothing to try again. */
export const printedTwice = defineExceptionKind({ name: 'printed_twice' });

/** Kinds whose content is an act of a device. */
export const kindsOfActs = [repeatedCode, twoOrders, wrongProduct, seenAfterDestroyed, lateAct] as const;
