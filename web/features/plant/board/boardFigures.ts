import type { BoardLine } from '@suyuan/contract/plant/line/line-board.ts';

type Order = NonNullable<BoardLine['order']>;

/** The colour of a line: red for a stop or alarm that somebody has to see to, grey for what is not known. */
export type Light = 'green' | 'amber' | 'red' | 'grey';

export function lightOf({ condition, order, alarms }: BoardLine): Light {
  if (condition === 'silent' || condition === 'none') return 'grey';
  if (alarms.some(({ acknowledged_at }) => acknowledged_at === null)) return 'red';
  if (condition === 'running') return 'green';
  return order ? 'amber' : 'grey';
}

export const percentOf = ({ made, planned }: Order): number => Math.min(100, Math.floor((made / planned) * 100));

/** For how many seconds nothing was heard of its devices; undefined if nothing ever was. */
export const ageOf = ({ seen_at }: BoardLine, now: number): number | undefined =>
  seen_at === null ? undefined : secondsSince(seen_at, now);

/** None before the moment: the clock of the screen may be behind. */
const secondsSince = (moment: string, now: number): number => Math.max(0, (now - Date.parse(moment)) / 1000);

/** Devices that are silent on a line that is not: each with its name and age in seconds. */
export const silentOf = ({ condition, silent_devices }: BoardLine, now: number): { name: string; age: number }[] =>
  condition === 'silent' ? [] : silent_devices.map(({ name, seen_at }) => ({ name, age: secondsSince(seen_at, now) }));

/** In how many seconds the order is made, at the present rate; undefined if that cannot be told. */
export function secondsLeft({ order, rate, condition }: BoardLine): number | undefined {
  if (!order || !rate || condition !== 'running') return undefined;
  return (Math.max(0, order.planned - order.made) / rate) * 3600;
}
