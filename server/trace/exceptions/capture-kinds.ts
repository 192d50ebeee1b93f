import { DeviceEvent } from '@suyuan/contract/plant/device.ts';
import { defineExceptionKind } from './exception-kind.ts';

/** Kinds of exceptions about events. An event of a device can be retried; lines of a file are corrected in the file. */

export const repeatedCode = defineExceptionKind({ name: 'repeated_code', content: DeviceEvent });
export const twoOrders = defineExceptionKind({ name: 'two_orders', content: DeviceEvent });
export const wrongProduct = defineExceptionKind({ name: 'wrong_product', content: DeviceEvent });
export const seenAfterDestroyed = defineExceptionKind({ name: 'seen_after_destroyed', content: DeviceEvent });
export const lateEvent = defineExceptionKind({ name: 'late_act', content: DeviceEvent });
/** Has no content, since printed labels cannot be retried. */
export const printedTwice = defineExceptionKind({ name: 'printed_twice' });
/** Has no content: the batch is of any size, and its device sends it again under another key. */
export const reusedKey = defineExceptionKind({ name: 'reused_key' });

/** Has no content: once more is allowed, the device sends again what was refused, of which this is only the first. */
export const overproduction = defineExceptionKind({ name: 'overproduction' });

/** Kinds whose content is an event of a device. */
export const kindsOfEvents = [repeatedCode, twoOrders, wrongProduct, seenAfterDestroyed, lateEvent] as const;
