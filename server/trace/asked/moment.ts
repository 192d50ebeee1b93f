import type { Account, Caller } from '../../platform/caller.ts';
import { custodianOf } from '../custody/custodian.ts';

/** An ISO 8601 time as epoch milliseconds and UTC offset in minutes, as EPCIS keeps it; now, in UTC, if none is given. */
export function momentOf(given: string | undefined): { at: number; utcOffset: number; now?: true } {
  if (given === undefined) return { at: Date.now(), utcOffset: 0, now: true };
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(given) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return { at: Date.parse(given), utcOffset: sign === '-' ? -offset : offset };
}

/** The fields shared by acts that a person does now, on behalf of the person's party. */
export const doneNow = ({ account }: Pick<Caller<Account>, 'account'>) => ({
  at: Date.now(),
  utcOffset: 0,
  now: true as const,
  by: { accountId: account.id, deviceKeyId: null },
  custodian: custodianOf(account),
});
