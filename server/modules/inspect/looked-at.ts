import type { Change } from '../../platform/audit/audit-log.ts';
import type { Account } from '../../platform/caller.ts';
import { badInput } from '../../platform/refusal.ts';
import type { Rooms } from '../../rooms.ts';
import { actInChange } from '../../trace/asked/acts-together.ts';
import { momentOf } from '../../trace/asked/moment.ts';
import { placeOf } from '../../trace/places.ts';

/** When goods were looked at, with its offset. */
export interface LookedAt {
  readonly at: number;
  /** Minutes east of Greenwich. */
  readonly utcOffset: number;
}

/** Clocks of phones are a little off. */
const ahead = 5 * 60_000;

/** A moment that `path` gives, now where it gives none; 400 where it is in the future. */
export function lookedAt(path: string, given: string | undefined): LookedAt {
  const { at, utcOffset } = momentOf(given);
  if (at > Date.now() + ahead) throw badInput({ path, reason: 'in_future' });
  return { at, utcOffset };
}

interface Looking extends LookedAt {
  /** None where nobody issued it. */
  readonly code: number | null;
  /** At whose goods. */
  readonly dealerId: number | null;
}

/**
 * 稽查 and 取证 as an act of the code, in the change that keeps the record of it and was begun in line with others who write acts.
 * Answers the id of the act; a code that nobody issued has none.
 */
export async function lookingAct(
  rooms: Pick<Rooms, 'capture' | 'rules'>,
  change: Pick<Change, 'sql'>,
  { id: accountId }: Pick<Account, 'id'>,
  { code, dealerId, ...moment }: Looking,
): Promise<number | null> {
  if (code === null) return null;
  const readPointId = dealerId === null ? null : await placeOf(change.sql, { kind: 'dealer', ref: dealerId });
  const by = { accountId, deviceKeyId: null };
  const [eventId = null] = await actInChange(change, rooms, [
    { act: 'inspect', codes: [code], ...moment, by, readPointId },
  ]);
  return eventId;
}
