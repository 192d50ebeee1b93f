import { expect, test } from 'vitest';
import { clockIn, type Shift } from '#trace/figures/shift.ts';
import { compareStops } from './kept-stops.ts';
import { type Evidence, lineTimeOf, type Told } from './line-time.ts';

const clock = clockIn('Asia/Shanghai');
/** `08:30`, on 10 March or, as `+06:00`, on the day after. */
const at = (time: string): number =>
  Date.parse(`2026-03-1${time.startsWith('+') ? 1 : 0}T${time.replace('+', '').padEnd(8, ':00')}+08:00`);
const span = (from: string, to: string) => ({ begins: at(from), ends: at(to) });
const ran = (from: string, to: string): Told => ({
  ...span(from, to),
  condition: 'running',
  state: null,
  reason: null,
});
const stood = (from: string, to: string, state = 'held', reason: string | null = null): Told => ({
  ...span(from, to),
  condition: 'standing',
  state,
  reason,
});
const early: Shift = { teamId: 1, start: 8 * 60, end: 16 * 60, own: true };
const night: Shift = { teamId: 2, start: 22 * 60, end: 6 * 60, own: true };

const lineTime = (evidence: Partial<Evidence>, shifts: readonly Shift[] = [early]) => {
  const orders = new Set(evidence.runs?.map(({ orderId }) => orderId));
  const all = { runs: [], told: [], acts: [], tellsStates: true, clock, ...evidence };
  return lineTimeOf({ ...all, shifts: new Map([...orders].map((id) => [id, shifts])) });
};
const wall = (moment: number) => new Date(moment + 8 * 3_600_000).toISOString().slice(11, 19);
const told = ({ periods, stops }: ReturnType<typeof lineTimeOf>) => ({
  periods: periods.map(
    (one) =>
      `${wall(one.begins)}–${wall(one.ends)} order ${one.orderId} team ${one.teamId} ${one.day} ` +
      `ran ${one.runningSeconds / 60} short ${one.shortSeconds}`,
  ),
  stops: stops.map((one) => `${wall(one.begins)}–${wall(one.ends)} ${one.source} ${one.state} ${one.reason}`),
});

test('an early shift: what is no production of more than a minute is a stop, and all adds up', () => {
  const day = lineTime({
    runs: [{ orderId: 7, ...span('07:50', '16:30') }],
    told: [
      ran('08:10', '10:00'),
      stood('10:00', '10:20', 'held', 'BREAK'),
      ran('10:20', '11:00'),
      stood('11:00', '11:00:50'),
      ran('11:00:50', '12:00'),
      // Nobody is heard of until one o'clock.
      ran('13:00', '15:40'),
    ],
  });
  expect(told(day)).toEqual({
    periods: ['08:00:00–16:00:00 order 7 team 1 2026-03-10 ran 369.1666666666667 short 50'],
    stops: [
      '08:00:00–08:10:00 silent null null',
      '10:00:00–10:20:00 states held BREAK',
      '12:00:00–13:00:00 silent null null',
      '15:40:00–16:00:00 silent null null',
    ],
  });
  const [period] = day.periods;
  const stopped = day.stops.reduce((sum, { begins, ends }) => sum + (ends - begins) / 1000, 0);
  expect((period?.runningSeconds ?? 0) + (period?.shortSeconds ?? 0) + stopped).toBe(8 * 3600);
});

test('a shift over midnight belongs to the day on which it began', () => {
  const day = lineTime(
    {
      runs: [{ orderId: 7, ...span('21:00', '+07:00') }],
      told: [ran('22:00', '23:50'), stood('23:50', '+00:20', 'aborted'), ran('+00:20', '+06:00')],
    },
    [night],
  );
  expect(told(day)).toEqual({
    periods: ['22:00:00–06:00:00 order 7 team 2 2026-03-10 ran 450 short 0'],
    stops: ['23:50:00–00:20:00 states aborted null'],
  });
});

test('a change of the order ends the time of one and begins that of the other', () => {
  const day = lineTime({
    runs: [
      { orderId: 7, ...span('08:00', '11:00') },
      { orderId: 8, ...span('11:30', '16:00') },
    ],
    told: [ran('08:00', '10:55'), stood('10:55', '11:40'), ran('11:40', '16:00')],
  });
  expect(told(day)).toEqual({
    periods: [
      '08:00:00–11:00:00 order 7 team 1 2026-03-10 ran 175 short 0',
      '11:30:00–16:00:00 order 8 team 1 2026-03-10 ran 260 short 0',
    ],
    stops: ['10:55:00–11:00:00 states held null', '11:30:00–11:40:00 states held null'],
  });
});

test('of several orders at once, the time is that of the one that was started last', () => {
  const { periods } = lineTime({
    runs: [
      { orderId: 7, ...span('08:00', '16:00') },
      { orderId: 8, ...span('09:00', '10:00') },
    ],
    told: [ran('08:00', '16:00')],
  });
  expect(periods.map(({ orderId, runningSeconds }) => [orderId, runningSeconds / 3600])).toEqual([
    [7, 1],
    [8, 1],
    [7, 6],
  ]);
});

test('off duty, only the time from the first to the last unit counts', () => {
  const day = lineTime({
    runs: [{ orderId: 7, ...span('08:00', '+08:00') }],
    told: [ran('08:00', '16:20'), stood('16:20', '16:30'), ran('16:30', '16:45'), stood('16:45', '18:00')],
  });
  expect(told(day)).toEqual({
    periods: ['08:00:00–16:45:00 order 7 team 1 2026-03-10 ran 515 short 0'],
    stops: ['16:20:00–16:30:00 states held null'],
  });
});

test('a line without states stands in the pauses between events', () => {
  const day = lineTime({
    runs: [{ orderId: 7, ...span('08:00', '09:00') }],
    acts: [span('08:00', '08:20'), span('08:25', '09:00')],
    tellsStates: false,
  });
  expect(told(day).stops).toEqual(['08:20:00–08:25:00 acts null null']);
});

test('events tell how a line was only where no machine does', () => {
  const day = lineTime({
    runs: [{ orderId: 7, ...span('08:00', '10:00') }],
    told: [stood('08:00', '09:00', 'stopped')],
    acts: [span('08:30', '10:00')],
  });
  expect(told(day).stops).toEqual(['08:00:00–09:00:00 states stopped null']);
});

test('another reason of the device is another stop', () => {
  const day = lineTime({
    runs: [{ orderId: 7, ...span('08:00', '09:00') }],
    told: [
      stood('08:00', '08:05', 'held'),
      stood('08:05', '08:20', 'held', 'JAM'),
      stood('08:20', '08:40', 'aborted', 'POWER'),
      ran('08:40', '09:00'),
    ],
  });
  expect(told(day).stops).toEqual(['08:00:00–08:20:00 states held JAM', '08:20:00–08:40:00 states aborted POWER']);
});

test('what people said of a stop stays with its time when it is derived again', () => {
  const [long] = lineTime({
    runs: [{ orderId: 7, ...span('08:00', '10:00') }],
    told: [ran('08:00', '08:30'), stood('08:30', '09:30'), ran('09:30', '10:00')],
  }).stops;
  const kept = [
    { id: 1, ...span('08:32', '09:00') },
    { id: 2, ...span('09:00', '09:10') },
    { id: 3, ...span('09:50', '09:55') },
  ];
  const { changed, fresh, gone } = compareStops([long as NonNullable<typeof long>], kept);
  expect(changed.map(({ kept: { id }, stop }) => `${id} ${wall(stop.begins)}–${wall(stop.ends)}`)).toEqual([
    '1 08:30:00–09:00:00',
    '2 09:00:00–09:30:00',
  ]);
  expect([fresh, gone]).toEqual([[], [kept[2]]]);
  const halves = [
    { ...(long as NonNullable<typeof long>), ...span('08:30', '08:40') },
    { ...(long as NonNullable<typeof long>), ...span('08:50', '09:30') },
  ];
  const split = compareStops(halves, [{ id: 4, ...span('08:30', '09:30') }]);
  expect(split.changed.map(({ stop }) => wall(stop.ends))).toEqual(['08:40:00']);
  expect(split.fresh).toMatchObject([{ stop: span('08:50', '09:30'), like: { id: 4 } }]);
});
