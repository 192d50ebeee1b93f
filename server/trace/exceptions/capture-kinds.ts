import { DeviceAct } from '@suyuan/contract/plant/device.ts';
import { defineExceptionKind } from './exception-kind.ts';

/** Kinds of exceptions about acts. An act of a device can be retried; lines of a file are corrected in the file. */

export const repeatedCode = defineExceptionKind({ name: 'repeated_code', content: DeviceAct });
export const twoOrders = defineExceptionKind({ name: 'two_orders', content: DeviceAct });
export const wrongProduct = defineExceptionKind({ name: 'wrong_product', content: DeviceAct });
export const seenAfterDestroyed = defineExceptionKind({ name: 'seen_after_destroyed', content: DeviceAct });
export const lateAct = defineExceptionKind({ name: 'late_act', content: DeviceAct });
/** Has no content, since printed labels cannot be retried. */
export const printedTwice = defineExceptionKind({ name: 'printed_twice' });
/** Has no content: the batch is of any size, and its device sends it again under another key. */
export const reusedKey = defineExceptionKind({ name: 'reused_key' });

/** Has no content: once more is allowed, the device sends again what was refused, of which this is only the first. */
export const overproduction = defineExceptionKind({ name: 'overproduction' });

/** Kinds whose content is an act of a device. */
export const kindsOfActs = [repeatedCode, twoOrders, wrongProduct, seenAfterDestroyed, lateAct] as const;
