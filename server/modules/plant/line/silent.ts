/** Heartbeats come every ten seconds or so: until a minute after one a device is as it said, and then it is silent. */
export const silentMs = 60_000;
