/** Heartbeats come about every ten seconds; a device is silent a minute after its last one. */
export const silentMs = 60_000;
