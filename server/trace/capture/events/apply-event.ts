import { type CodeRole, changesNothing, type EventType } from '@suyuan/contract/trace/events.ts';
import type { CodeRecord, EventRef } from '../../state/code-record.ts';
import type { CaptureContext, Outcome } from '../context/capture-context.ts';
import { codesOf, type EventInput, type MoveEvent } from '../context/event-input.ts';
import { confirmsSet } from '../context/readings.ts';
import { outOfCustody } from '../context/refused.ts';
import { confirmSet } from './confirm-set.ts';
import { retract, unmark, untravel } from './declare-wrong.ts';
import { exchange } from './exchange.ts';
import { hold, release } from './hold.ts';
import { load } from './load.ts';
import { close, inspect, mark, print, reprint } from './mark.ts';
import { pack, repack } from './pack.ts';
import { move, travel } from './travel.ts';
import { replace, unpack } from './unpack.ts';

/**
 * Checks an event of any kind and applies it. If it is refused, or was recorded before, nothing has changed; else `ledger` and `effects`
 * have.
 */
export function applyEvent(context: CaptureContext, input: EventInput): Outcome {
  const refused = outOfCustody(context, input);
  // What was done for a waybill is known to whoever may act for it, wherever the goods are since.
  const mayRepeat = refused.length === 0 || 'waybillId' in input;
  const repeated = mayRepeat ? repetition(context, input) : undefined;
  if (repeated) return repeated;
  return refused.length > 0 ? { refused } : applyAllowed(context, input);
}

function applyAllowed(context: CaptureContext, input: EventInput): Outcome {
  switch (input.act) {
    case 'pack':
      return confirmsSet(input) ? confirmSet(context, input) : pack(context, input);
    case 'repack':
      return repack(context, input);
    case 'unpack':
      return unpack(context, input);
    case 'retract':
      return retract(context, input);
    case 'unmark':
      return unmark(context, input);
    case 'untravel':
      return untravel(context, input);
    case 'replace':
      return replace(context, input);
    case 'print':
      return print(context, input);
    case 'reprint':
      return reprint(context, input);
    case 'inspect':
      return inspect(context, input);
    case 'hold':
      return hold(context, input);
    case 'release':
      return release(context, input);
    case 'close':
    case 'reopen':
      return close(context, input);
    case 'load':
      return load(context, input);
    case 'unload':
    case 'ship':
    case 'receive':
    case 'void_ship':
      return travel(context, input);
    case 'lose':
      return 'waybillId' in input ? travel(context, input) : move(context, input);
    case 'exchange':
      return exchange(context, input);
    case 'store':
    case 'take_back':
    case 'void_return':
    case 'restock':
    case 'rework':
    case 'destroy':
      return move(context, input);
    default:
      return mark(context, input);
  }
}

/**
 * Which events devices, systems and files may send again under another key, by naming each of their codes: `timed` if they give a
 * time, `always` if desks, files and systems without clocks give none, too. Events that may be done twice are not among the latter, nor those of returns,
 * which go by the status of their document. Packings and printings see to themselves. A new event without its row does not compile.
 */
const repeats: Readonly<Record<EventInput['act'], 'always' | 'timed' | 'never'>> = {
  bind: 'always',
  scrap: 'always',
  sample: 'always',
  unpack: 'always',
  replace: 'always',
  load: 'always',
  unload: 'always',
  receive: 'always',
  reject: 'timed',
  ship: 'timed',
  store: 'timed',
  take_back: 'timed',
  void_return: 'timed',
  restock: 'timed',
  rework: 'timed',
  destroy: 'timed',
  pack: 'never',
  repack: 'never',
  print: 'never',
  reprint: 'never',
  inspect: 'never',
  hold: 'never',
  release: 'never',
  close: 'never',
  reopen: 'never',
  retract: 'never',
  unmark: 'never',
  untravel: 'never',
  lose: 'never',
  void_ship: 'never',
  exchange: 'never',
};

/**
 * The outcome of an event that was recorded before, whoever sent it and under whatever key: the same event on the same codes, for
 * the same document, at the same place, at no later time. One sent without a time repeats what happened last to its codes. It is
 * taken, and nothing is recorded. Undefined for a new event.
 */
function repetition(context: CaptureContext, input: EventInput): Outcome | undefined {
  const event = input.act === 'print' ? printedBefore(context, input) : eventBefore(context, input);
  return event && { event, units: 0, known: codesOf(input).length };
}

/** Labels printed now are printed once more. */
const printedBefore = ({ printed }: CaptureContext, input: EventInput & { readonly act: 'print' }) =>
  input.now ? undefined : printed.before(input);

function eventBefore(context: CaptureContext, input: EventInput): EventRef | undefined {
  const there = input.act === 'store' && input.within ? storedThere(context, input) : undefined;
  if (there) return there;
  const repeat = repeats[input.act];
  if (repeat === 'never' || (input.now && repeat === 'timed')) return undefined;
  const { ledger } = context;
  let first: EventRef | undefined;
  for (const code of codesOf(input)) {
    const record = ledger.get(code);
    // What was taken out and packed again would be taken out once more.
    if (input.act === 'unpack' && (record?.parent !== null || record.contents)) return undefined;
    const event = record && (onWaybill(context, input, record) ?? earlierEvent(input, record));
    // An event is written as several events where its goods lie apart, all of the same moment.
    if (!event || (first && first.at !== event.at)) return undefined;
    first ??= event;
  }
  return first;
}

/** The event that put goods, or the package that they lie in, on the waybill that they are to be loaded on now. */
function onWaybill({ ledger }: CaptureContext, input: EventInput, record: CodeRecord): EventRef | undefined {
  if (input.act !== 'load' || !repeatsLast(input) || ledger.waybillOf(record) !== input.waybillId) return undefined;
  return ledger.outermostOf(record).namedBy ?? undefined;
}

/** The event that left goods, which are moved within a warehouse, where they are to be stored now. */
function storedThere({ ledger }: CaptureContext, { codes, placeId }: MoveEvent): EventRef | undefined {
  const events = codes.map((code) => {
    const record = ledger.get(code);
    const isThere =
      record && record.parent === null && ledger.stockOf(record) !== 'void' && ledger.placeOf(record) === placeId;
    return isThere ? (record.namedBy ?? record.contents?.packedBy) : undefined;
  });
  return events.every((event) => event) ? events[0] : undefined;
}

/**
 * Whether an event repeats what happened last to its codes, and nothing before that: one that happens now, or that a person's handheld
 * sends late, who would not know that what they did was undone.
 */
const repeatsLast = ({ now, clockError }: EventInput): boolean => now === true || clockError !== undefined;

/** The event of the same event on a code. */
function earlierEvent(input: EventInput, { id, events }: CodeRecord): EventRef | undefined {
  const expectedRole = namedAs(input, id);
  const is = ({ act: eventType, naming: role, ref }: CodeRecord['events'][number]) =>
    eventType === input.act && role === expectedRole && isSame(input, ref);
  if (!repeatsLast(input)) return events.findLast(is)?.ref;
  const last = events.findLast(
    ({ act: eventType, ref }) => !changesNothing(eventType) && !follows(input, eventType, ref),
  );
  return last && is(last) ? last.ref : undefined;
}

/** Whether an event is what becomes of goods that the other event, sent now, has put on a waybill. */
const follows = (input: EventInput, eventType: EventType, { forWaybillId }: EventRef): boolean =>
  input.act === 'load' && (eventType === 'ship' || eventType === 'receive') && forWaybillId === input.waybillId;

/** What a code is in an event. */
function namedAs(input: EventInput, code: number): CodeRole {
  if (input.act === 'unpack') return code === input.parent ? 'parent' : 'item';
  return input.act === 'replace' && code === input.successor ? 'successor' : 'item';
}

/** Whether a recorded event is not before this one, and of the same document and place. */
function isSame(input: EventInput, { at, workOrderId, forWaybillId, placeId }: EventRef): boolean {
  if (!repeatsLast(input) && input.at > at) return false;
  if ('workOrderId' in input && input.workOrderId !== workOrderId) return false;
  // The waybill determines where its goods go.
  if ('waybillId' in input) return input.waybillId === forWaybillId;
  return !('placeId' in input) || input.placeId === placeId;
}
