import { minute } from '@suyuan/contract/durations.ts';

/** Heartbeats come about every ten seconds; a device is silent a minute after its last one. */
export const silentMs = minute;
