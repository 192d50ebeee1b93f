import { same } from '../../goods.ts';
import { type EventRef, unitsOf } from '../../state/code-record.ts';

import type { HeldGoods } from '../../state/holds.ts';
import { type CaptureContext, eventOf, type Outcome, unknownOrUntimely } from '../context/capture-context.ts';
import type { HoldEvent, ReleaseEvent } from '../context/event-input.ts';
import type { Refused } from '../context/refused.ts';

/**
 * 冻结, 召回: holds whole lots, codes with everything packed in them, and whatever is at places. One event for each lot and
 * place, and one for all codes.
 */
export function hold(context: CaptureContext, input: HoldEvent): Outcome {
  const { ledger, effects } = context;
  const { document, lots, codes, places } = input;
  const refused = refusalsOf(context, input, codes);
  if (refused.length > 0) return { refused };
  let event: EventRef | undefined;
  for (const goods of [...lots.map((lot) => ({ lot })), ...places.map((placeId) => ({ placeId }))]) {
    event = eventOfAll(context, input, goods);
    effects.holds(event, document, goods);
  }
  if (codes.length > 0) event = eventOfCodes(context, input, codes);
  for (const code of codes) effects.holds(event as EventRef, document, { code });
  ledger.keep(document, { lots: lots.map(({ id }) => id), codes, places });
  return { event: event as EventRef, units: unitsIn(context, codes) };
}

/** Lifts holds; `codes` are released one by one from whatever else the same document holds. Others may still hold them. */
export function release(context: CaptureContext, input: ReleaseEvent): Outcome {
  const { ledger, effects } = context;
  const { document, holds } = input;
  const refused = refusalsOf(context, input, codesReleased(input));
  for (const id of input.codes ?? []) {
    const record = ledger.get(id);
    if (record && !ledger.isHeldFor(document, record)) refused.push({ code: id, reason: 'not_on_hold' });
  }
  if (refused.length > 0) return { refused };
  let event: EventRef | undefined;
  for (const { id, goods } of holds) {
    if ('code' in goods) continue;
    event = eventOfAll(context, input, goods);
    effects.releases(event, id);
    ledger.letGo(document, 'lot' in goods ? { lots: [goods.lot.id] } : { places: [goods.placeId] });
  }
  const codes = codesReleased(input);
  if (codes.length > 0) event = eventOfCodes(context, input, codes);
  for (const { id, goods, exempts } of holds) {
    if (!('code' in goods)) continue;
    effects.releases(event as EventRef, id);
    ledger.letGo(document, exempts ? { exempt: [goods.code] } : { codes: [goods.code] });
  }
  for (const code of input.codes ?? []) {
    if (!ledger.isHeldFor(document, ledger.of(code))) continue;
    effects.holds(event as EventRef, document, { code, exempts: true });
    ledger.keep(document, { exempt: [code] });
  }
  return { event: event as EventRef, units: unitsIn(context, codes) };
}

/** The codes that a release names: those that are held themselves, and those that are released one by one now. */
const codesReleased = ({ holds, codes = [] }: ReleaseEvent): number[] => [
  ...new Set([...holds.flatMap(({ goods, exempts }) => ('code' in goods && !exempts ? goods.code : [])), ...codes]),
];

const refusalsOf = (context: CaptureContext, input: HoldEvent | ReleaseEvent, codes: readonly number[]): Refused[] =>
  codes.flatMap((id) => [...unknownOrUntimely(context, input, context.ledger.get(id), id)]);

const unitsIn = ({ ledger }: CaptureContext, codes: readonly number[]): number =>
  codes.reduce((sum, id) => sum + unitsOf(ledger.of(id)), 0);

/** An event about a whole lot, or about all that is at a place: it names none of its codes. */
function eventOfAll(
  { effects }: CaptureContext,
  input: HoldEvent | ReleaseEvent,
  goods: Exclude<HeldGoods, { readonly code: number }>,
): EventRef {
  const { lotId, productId } =
    'lot' in goods ? { lotId: goods.lot.id, productId: goods.lot.productId } : { lotId: null, productId: null };
  const placeId = 'placeId' in goods ? goods.placeId : null;
  return effects.event({ ...eventOf(input, input.act), workOrderId: null, productId, lotId, placeId });
}

/** An event about single codes: it names no lot, since it does not concern the whole lot. */
function eventOfCodes(
  { ledger, effects }: CaptureContext,
  input: HoldEvent | ReleaseEvent,
  codes: readonly number[],
): EventRef {
  const records = codes.map((id) => ledger.of(id));
  const event = effects.event({
    ...eventOf(input, input.act),
    ...{ workOrderId: null, lotId: null, placeId: null },
    productId: same(records.map(({ productId }) => productId)),
  });
  for (const record of records) effects.names(event, input.act, 'item', record.id, unitsOf(record));
  return event;
}
