import type { Naming } from '@suyuan/contract/trace/acts.ts';
import type { EventRef } from '#trace/state/record/code-record.ts';
import { type ActInput, codesOf } from './act-input.ts';
import type { CaptureContext, Outcome } from './capture-context.ts';

/**
 * Acts that name each of their codes, and that devices, systems and files may tell under another key. Packings and printings see to
 * themselves. A new act without its row does not compile.
 */
const isRepeatable: Readonly<Record<ActInput['act'], boolean>> = {
  bind: true,
  scrap: true,
  sample: true,
  reject: true,
  unpack: true,
  replace: true,
  load: true,
  ship: true,
  store: true,
  take_back: true,
  void_return: true,
  restock: true,
  rework: true,
  destroy: true,
  pack: false,
  repack: false,
  print: false,
  inspect: false,
  hold: false,
  release: false,
  close: false,
  reopen: false,
  retract: false,
  unmark: false,
  untravel: false,
  unload: false,
  receive: false,
  lose: false,
  void_ship: false,
  exchange: false,
};

/**
 * What an act says that was told before, whoever told it and under whatever key: the same act on the same codes, for the same
 * document, at the same place, at no later time. It is taken, and nothing is recorded. Undefined for an act that says something new.
 */
export function repetition(context: CaptureContext, input: ActInput): Outcome | undefined {
  // What a person does now comes after all that was told.
  if (input.now) return undefined;
  const event = input.act === 'print' ? context.printed.before(input) : eventBefore(context, input);
  return event && { event, units: 0, known: codesOf(input).length };
}

function eventBefore({ ledger }: CaptureContext, input: ActInput): EventRef | undefined {
  if (!isRepeatable[input.act]) return undefined;
  let first: EventRef | undefined;
  for (const code of codesOf(input)) {
    const record = ledger.get(code);
    // What was taken out and packed again would be taken out once more.
    if (input.act === 'unpack' && (record?.parent !== null || record.contents)) return undefined;
    const named = namedAs(input, code);
    const told = record?.namings.findLast(
      ({ act, naming, ref }) => act === input.act && naming === named && isSame(input, ref),
    )?.ref;
    // An act is written as several events where its goods lie apart, all of the same moment.
    if (!told || (first && first.at !== told.at)) return undefined;
    first ??= told;
  }
  return first;
}

/** What a code is in an act. */
function namedAs(input: ActInput, code: number): Naming {
  if (input.act === 'unpack') return code === input.parent ? 'parent' : 'item';
  return input.act === 'replace' && code === input.successor ? 'successor' : 'item';
}

/** Whether an act that was told is not before this one, and of the same document and place. */
function isSame(input: ActInput, { at, workOrderId, waybillId, placeId }: EventRef): boolean {
  if (input.at > at) return false;
  if ('workOrderId' in input && input.workOrderId !== workOrderId) return false;
  if ('waybillId' in input && input.waybillId !== waybillId) return false;
  return !('placeId' in input) || input.placeId === placeId;
}
