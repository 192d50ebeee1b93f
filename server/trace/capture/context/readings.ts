import type { Connection } from '#platform/database/database.ts';
import { Representatives } from '../../state/representatives.ts';
import type { EventInput, PackEvent } from './event-input.ts';

/** What an event needs to know beside the states of its codes, its work order and its waybill. */
type Reading =
  /** How much more may be made for its work order. */
  | 'allowance'
  /** Which of its codes are leased to other lines. */
  | 'leases'
  /** The codes of a set that it confirms, or whose confirmation it declares wrong. */
  | 'sets'
  /** The labels that were printed before. */
  | 'printed labels'
  /** The lots of goods that leave, and those that should leave first. */
  | 'lots'
  /** The packages that loading took goods out of. */
  | 'takings'
  /** The work orders of its goods. */
  | 'orders of goods'
  /** The work orders whose figures a wrong event has changed. */
  | 'corrected orders'
  /** The states that its codes would have without the wrong event. */
  | 'unmarked states';

/** What has to be read for each kind of event. A new kind of event without its line does not compile. */
const readings: Readonly<Record<EventInput['act'] | 'confirm', readonly Reading[]>> = {
  pack: ['allowance', 'leases'],
  /** A packing of a whole set. */
  confirm: ['allowance', 'leases', 'sets'],
  repack: ['allowance', 'leases'],
  unpack: [],
  retract: ['sets', 'corrected orders'],
  bind: ['allowance', 'leases'],
  reject: ['allowance', 'leases'],
  scrap: ['leases'],
  sample: ['leases'],
  unmark: ['corrected orders', 'unmarked states'],
  untravel: ['unmarked states'],
  replace: ['leases', 'orders of goods'],
  print: ['printed labels'],
  load: ['lots', 'takings'],
  unload: ['takings', 'orders of goods'],
  ship: ['lots'],
  exchange: ['lots'],
  receive: [],
  lose: [],
  void_ship: [],
  store: [],
  take_back: [],
  void_return: [],
  restock: [],
  rework: [],
  destroy: [],
  inspect: [],
  hold: [],
  release: [],
  close: [],
  reopen: [],
};

/** The events of a group that need a reading. */
export const needing = (inputs: readonly EventInput[], reading: Reading): EventInput[] =>
  inputs.filter((input) => readingsOf(input).includes(reading));

const readingsOf = (input: EventInput): readonly Reading[] => readings[confirmsSet(input) ? 'confirm' : input.act];

/** These depend on the codes that are read, and on work orders and leases alone. */
const ofCodes: ReadonlySet<Reading> = new Set(['allowance', 'leases', 'printed labels']);

/** Whether all that is read for an event changes by events about the same codes, or with its work order and leases. */
export const isReadByCodes = (input: EventInput): boolean => readingsOf(input).every((reading) => ofCodes.has(reading));

/** Whether an event confirms a set: it packs a code and names no children. */
export const confirmsSet = (input: EventInput): boolean => input.act === 'pack' && input.children.length === 0;

/** With fewer codes, looking for representatives costs as much as reading each code. */
const few = 500;

/**
 * Finds codes with the same state among those that are packed; undefined if representatives do not pay, or if any event is not a packing
 * that names its children. A code that is named twice is not represented: the first event changes what the second one sees.
 */
export async function representativesIn(
  sql: Connection,
  inputs: readonly EventInput[],
): Promise<Representatives | undefined> {
  const packs = inputs.flatMap((input) => (input.act === 'pack' && !confirmsSet(input) ? input : []));
  if (packs.length < inputs.length) return undefined;
  const codes = namedBy(packs).sort();
  if (codes.length < few) return undefined;
  return Representatives.among(sql, codes);
}

/** All codes that events name, as numbers outside the heap: they may be tens of thousands. */
function namedBy(inputs: readonly PackEvent[]): Float64Array {
  const codes = new Float64Array(inputs.reduce((sum, { children }) => sum + children.length + 1, 0));
  let at = 0;
  for (const { parent, children } of inputs) {
    codes[at] = parent;
    codes.set(children, at + 1);
    at += children.length + 1;
  }
  return codes;
}
