/** In which order goods leave, and how long they last: for the server that loads them, and for handhelds without a network. */

/** The days of a lot, `2026-01-31`; null where it has none. */
export interface LotDays {
  readonly expiry: string | null;
  readonly production: string | null;
}

export const undated: LotDays = { expiry: null, production: null };

/** First expired, first out; goods that do not expire by the day of their production, and undated ones last. */
export const leavesBefore = (one: LotDays, other: LotDays): boolean =>
  one.expiry === null && other.expiry === null
    ? isBefore(one.production, other.production)
    : isBefore(one.expiry, other.expiry);

const isBefore = (day: string | null, other: string | null): boolean => day !== null && (other === null || day < other);

/** The days after `today` until the last day of a lot, negative once it is over; null for goods that do not expire. */
export const daysLeft = ({ expiry }: Pick<LotDays, 'expiry'>, today: string): number | null =>
  expiry === null ? null : (Date.parse(expiry) - Date.parse(today)) / msOfDay;

const msOfDay = 86_400_000;
