/**
 * The working hours of a team, in minutes since midnight of local time; if the end is before the start, it is on the next day.
 */
export interface Shift {
  readonly teamId: number;
  readonly start: number;
  readonly end: number;
  /** Whether it is of the work order's own team; else of another team of its factory. */
  readonly own: boolean;
}

/** Local date and time in the enterprise's time zone. */
export interface WallTime {
  /** `2026-01-31` */
  readonly day: string;
  /** Minutes by the clock: 23:59 is 1439 even on a day that daylight saving made shorter. */
  readonly minute: number;
}

/** The team on shift and the day on which the shift began; team 0 if none is known. */
export interface ShiftDay {
  readonly teamId: number;
  readonly day: string;
}

const minutesOfDay = 1440;

/** `07:30` as minutes since midnight. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * The shift that a moment falls in. The work order's own team comes first; when it is off duty, the one other team of the
 * factory that is on duty; when there is none, or several, it is the own team that began early or stayed on.
 */
export function shiftAt(shifts: readonly Shift[], time: WallTime): ShiftDay {
  const own = shifts.find((shift) => shift.own);
  const others = shifts.filter((shift) => !shift.own && isOnDuty(shift, time.minute));
  if (own && (isOnDuty(own, time.minute) || others.length !== 1)) return dayOf(own, time);
  const [other] = others;
  return other && others.length === 1 ? dayOf(other, time) : { teamId: 0, day: time.day };
}

/** A part of a time that belongs to one shift, in epoch milliseconds. */
export interface ShiftPart extends ShiftDay {
  readonly begins: number;
  readonly ends: number;
  /** The work order's own team is on duty; without one, any team of its factory; without any, always. */
  readonly onDuty: boolean;
}

const msOfMinute = 60_000;

/** The parts of a time by the shifts that they belong to; shifts begin and end on the minute. */
export function shiftParts(
  shifts: readonly Shift[],
  clock: (at: number) => WallTime,
  { begins, ends }: { readonly begins: number; readonly ends: number },
): ShiftPart[] {
  const own = shifts.find((shift) => shift.own);
  const expected = own ? [own] : shifts;
  const parts: ShiftPart[] = [];
  for (let at = begins; at < ends; at = (Math.floor(at / msOfMinute) + 1) * msOfMinute) {
    const time = clock(at);
    const shift = shiftAt(shifts, time);
    const onDuty = expected.length === 0 || expected.some((one) => isOnDuty(one, time.minute));
    const last = parts.at(-1);
    const goesOn = last?.teamId === shift.teamId && last.day === shift.day && last.onDuty === onDuty;
    if (!last || !goesOn) parts.push({ ...shift, onDuty, begins: at, ends });
    if (last && !goesOn) parts[parts.length - 2] = { ...last, ends: at };
  }
  return parts;
}

const around = (minutes: number): number => (minutes + minutesOfDay) % minutesOfDay;
type Hours = Pick<Shift, 'start' | 'end'>;
const lengthOf = ({ start, end }: Hours): number => around(end - start);
const isOnDuty = (shift: Shift, minute: number): boolean => minutesOnDuty(shift, minute) !== undefined;

/** How many minutes ago the shift began that is on duty at a minute of the day; undefined outside of its hours. */
export function minutesOnDuty(hours: Hours, minute: number): number | undefined {
  const since = around(minute - hours.start);
  return since < lengthOf(hours) ? since : undefined;
}

/** The day on which the shift began; between two shifts, that of the next one if its begin is nearer than the end of the last. */
function dayOf(shift: Shift, { day, minute }: WallTime): ShiftDay {
  const since = around(minute - shift.start);
  const after = since - lengthOf(shift);
  const isEarly = after >= 0 && minutesOfDay - since < after;
  const begins = isEarly ? minute + (minutesOfDay - since) : minute - since;
  return { teamId: shift.teamId, day: dayAfter(day, Math.floor(begins / minutesOfDay)) };
}

const dayAfter = (day: string, days: number): string =>
  days === 0 ? day : new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a function from epoch milliseconds to local time in a time zone. */
export function clockIn(timeZone: string): (at: number) => WallTime {
  // Expensive to construct, so one is kept for each time zone.
  const format = formats.getOrInsertComputed(
    timeZone,
    // The Swedish format is `2026-01-31 08:00`.
    () => new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  );
  let last: { readonly minute: number; readonly time: WallTime } | undefined;
  return (at) => {
    // Events of a group are mostly of the same minute.
    const minute = Math.floor(at / 60_000);
    if (last?.minute !== minute) last = { minute, time: wallTimeOf(format.format(at)) };
    return last.time;
  };
}

const wallTimeOf = (text: string): WallTime => ({
  day: text.slice(0, 10),
  minute: Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)),
});
