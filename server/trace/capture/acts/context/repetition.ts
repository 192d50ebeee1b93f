import { type ActName, changesNothing, type Naming } from '@suyuan/contract/trace/acts.ts';
import type { CodeRecord, EventRef } from '#trace/state/record/code-record.ts';
import { type ActInput, codesOf } from './act-input.ts';
import type { CaptureContext, Outcome } from './capture-context.ts';

/**
 * Which acts devices, systems and files may tell under another key, by naming each of their codes: `timed` if they give a time, `always`
 * if desks, files and systems without clocks give none, too. Acts that may be done twice are not among the latter, nor those of returns,
 * which go by the status of their document. Packings and printings see to themselves. A new act without its row does not compile.
 */
const repeats: Readonly<Record<ActInput['act'], 'always' | 'timed' | 'never'>> = {
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
 * What an act says that was told before, whoever told it and under whatever key: the same act on the same codes, for the same
 * document, at the same place, at no later time. One that is told without a time repeats what happened last to its codes. It is
 * taken, and nothing is recorded. Undefined for an act that says something new.
 */
export function repetition(context: CaptureContext, input: ActInput): Outcome | undefined {
  const event = input.act === 'print' ? printedBefore(context, input) : eventBefore(context, input);
  return event && { event, units: 0, known: codesOf(input).length };
}

/** Labels printed now are printed once more. */
const printedBefore = ({ printed }: CaptureContext, input: ActInput & { readonly act: 'print' }) =>
  input.now ? undefined : printed.before(input);

function eventBefore(context: CaptureContext, input: ActInput): EventRef | undefined {
  const known = repeats[input.act];
  if (known === 'never' || (input.now && known === 'timed')) return undefined;
  const { ledger } = context;
  let first: EventRef | undefined;
  for (const code of codesOf(input)) {
    const record = ledger.get(code);
    // What was taken out and packed again would be taken out once more.
    if (input.act === 'unpack' && (record?.parent !== null || record.contents)) return undefined;
    const told = record && (onWaybill(context, input, record) ?? toldBefore(input, record));
    // An act is written as several events where its goods lie apart, all of the same moment.
    if (!told || (first && first.at !== told.at)) return undefined;
    first ??= told;
  }
  return first;
}

/** The event that put goods, or the package that they lie in, on the waybill that they are to be loaded on now. */
function onWaybill({ ledger }: CaptureContext, input: ActInput, record: CodeRecord): EventRef | undefined {
  if (input.act !== 'load' || !input.now || ledger.waybillOf(record) !== input.waybillId) return undefined;
  return ledger.outermostOf(record).namedBy ?? undefined;
}

/** The event of the same act on a code. */
function toldBefore(input: ActInput, { id, namings }: CodeRecord): EventRef | undefined {
  const named = namedAs(input, id);
  const is = ({ act, naming, ref }: CodeRecord['namings'][number]) =>
    act === input.act && naming === named && isSame(input, ref);
  if (!input.now) return namings.findLast(is)?.ref;
  const last = namings.findLast(({ act, ref }) => !changesNothing(act) && !follows(input, act, ref));
  return last && is(last) ? last.ref : undefined;
}

/** Whether an act is what becomes of goods that the other act, told now, has put on a waybill. */
const follows = (input: ActInput, act: ActName, { forWaybillId }: EventRef): boolean =>
  input.act === 'load' && (act === 'ship' || act === 'receive') && forWaybillId === input.waybillId;

/** What a code is in an act. */
function namedAs(input: ActInput, code: number): Naming {
  if (input.act === 'unpack') return code === input.parent ? 'parent' : 'item';
  return input.act === 'replace' && code === input.successor ? 'successor' : 'item';
}

/** Whether an act that was told is not before this one, and of the same document and place. */
function isSame(input: ActInput, { at, workOrderId, forWaybillId, placeId }: EventRef): boolean {
  if (!input.now && input.at > at) return false;
  if ('workOrderId' in input && input.workOrderId !== workOrderId) return false;
  // The waybill says where its goods go.
  if ('waybillId' in input) return input.waybillId === forWaybillId;
  return !('placeId' in input) || input.placeId === placeId;
}
