import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { contact } from '@suyuan/contract/handheld/handheld.ts';
import { deviceId } from '../storage/database.ts';
import { type CallFailure, call } from './call.ts';
import { deviceFacts } from './device-facts.ts';
import { keepClock } from './server-clock.ts';

/** What waits to be sent: how many scans, when the oldest was made, in milliseconds, and why sending failed. */
export interface Waiting {
  readonly waiting?: number;
  readonly oldest?: number | undefined;
  readonly failure?: CallFailure | undefined;
}

/** Tells the server that this handheld is there, and what waits on it for the person of a session, if that is known. */
export async function tellServer(
  token: string,
  { waiting, oldest, failure }: Waiting,
  messageRead?: string,
): Promise<OutputOf<typeof contact>> {
  const told = await call(
    contact,
    {
      device: await deviceId(),
      ...(await deviceFacts()),
      version: import.meta.env.VITE_VERSION,
      ...(waiting !== undefined && { waiting }),
      ...(oldest !== undefined && { oldest_waiting_at: new Date(oldest).toISOString() }),
      ...(failure && { last_error: failure.message.slice(0, 500) }),
      ...(messageRead !== undefined && { message_read: messageRead }),
      time: new Date().toISOString(),
    },
    token,
  );
  keepClock(told.time);
  return told;
}
