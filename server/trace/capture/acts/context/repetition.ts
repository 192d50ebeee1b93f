import { type ActName, changesNothing, type Naming } from '@suyuan/contract/trace/acts.ts';
import type { CodeRecord, EventRef } from '#trace/state/record/code-record.ts';
import { type ActInput, codesOf } from './act-input.ts';
import type { CaptureContext, Outcome } from './capture-context.ts';

/** Acts that name each of their codes, and that devices, systems and files may tell under another key. Packings see to themselves. */
const repeatable: ReadonlySet<ActInput['act']> = new Set<ActName>([
  ...(['bind', 'scrap', 'sample', 'reject', 'unpack', 'replace', 'load', 'unload', 'ship', 'receive'] as const),
  ...(['store', 'take_back', 'void_return', 'restock', 'rework', 'destroy'] as const),
]);

/**
 * The same for acts told without a time: at desks, by files and by systems without clocks. Acts that may be done twice are not
 * among them, nor those of returns, which go by the status of their document.
 */
const repeatableNow: ReadonlySet<ActInput['act']> = new Set<ActName>([
  ...(['bind', 'scrap', 'sample', 'unpack', 'replace', 'load', 'unload', 'receive'] as const),
]);

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
  if (!(input.now ? repeatableNow : repeatable).has(input.act)) return undefined;
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
