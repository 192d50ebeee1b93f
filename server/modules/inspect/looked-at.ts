import { minute } from '@suyuan/contract/durations.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import { badInput } from '#platform/refusal.ts';
import type { SharedServices } from '#shared-services.ts';
import { captureInChange, momentOf } from '#trace/lookup/events-together.ts';
import { placeOf } from '#trace/places.ts';

/** The time of an inspection. */
export interface LookedAt {
  readonly at: number;
  /** The UTC offset in minutes. */
  readonly utcOffset: number;
}

/** Tolerates phones whose clocks are a little ahead, in milliseconds. */
const ahead = 5 * minute;

/** The given time, by default now; throws 400 for `path` if it is in the future. */
export function lookedAt(path: string, moment: string | undefined): LookedAt {
  const { at, utcOffset } = momentOf(moment);
  if (at > Date.now() + ahead) throw badInput({ path, reason: 'in_future' });
  return { at, utcOffset };
}

interface Looking extends LookedAt {
  /** Null if the code was never issued. */
  readonly code: number | null;
  /** The dealer whose goods were inspected. */
  readonly dealerId: number | null;
}

/**
 * Records 稽查 or 取证 as an event of the code, in the change with its record, which must hold the capture lock. Resolves to
 * the id of the event; null for a code that was never issued.
 */
export async function inspectionEvent(
  shared: Pick<SharedServices, 'capture' | 'rules'>,
  change: Pick<Change, 'sql' | 'db'>,
  { id: accountId }: Pick<Account, 'id'>,
  { code, dealerId, ...moment }: Looking,
): Promise<number | null> {
  if (code === null) return null;
  const readPointId = dealerId === null ? null : await placeOf(change.sql, { kind: 'dealer', ref: dealerId });
  const by = { accountId, deviceKeyId: null };
  const [eventId = null] = await captureInChange(change, shared, [
    { act: 'inspect', codes: [code], ...moment, by, readPointId, custodian: 'enterprise' },
  ]);
  return eventId;
}
