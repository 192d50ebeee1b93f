import type { Account, Caller } from '#platform/caller.ts';
import { custodianOf } from '../custody/custodian.ts';

/** An ISO 8601 time as epoch milliseconds and UTC offset in minutes, as EPCIS keeps it; now, in UTC, if none is given. */
export function momentOf(given: string | undefined): { at: number; utcOffset: number; now?: true } {
  if (given === undefined) return { at: Date.now(), utcOffset: 0, now: true };
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(given) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return { at: Date.parse(given), utcOffset: sign === '-' ? -offset : offset };
}

/** The fields shared by events that a person does on behalf of the person's party: at the given time, which stands as it is, else now. */
export const doneAt = ({ account }: Pick<Caller<Account>, 'account'>, given: string | undefined) => ({
  ...momentOf(given),
  by: { accountId: account.id, deviceKeyId: null },
  custodian: custodianOf(account),
});

/** The same for events that a person does now. */
export const doneNow = (caller: Pick<Caller<Account>, 'account'>) => doneAt(caller, undefined);
