import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { contact } from '@suyuan/contract/handheld/handheld.ts';
import { deviceId } from '../storage/database.ts';
import { call } from './call.ts';
import { keepClock } from './server-clock.ts';

/** What waits to be sent: how many scans, and when the oldest was made, in milliseconds. */
export interface Waiting {
  readonly waiting: number;
  readonly oldest?: number | undefined;
}

/** Tells the server that this handheld is there, and what waits on it for the person of a session. */
export async function tellServer(token: string, { waiting, oldest }: Waiting): Promise<OutputOf<typeof contact>> {
  const told = await call(
    contact,
    {
      device: await deviceId(),
      version: import.meta.env.VITE_VERSION,
      waiting,
      ...(oldest !== undefined && { oldest_waiting_at: new Date(oldest).toISOString() }),
      time: new Date().toISOString(),
    },
    token,
  );
  keepClock(told.time);
  return told;
}
