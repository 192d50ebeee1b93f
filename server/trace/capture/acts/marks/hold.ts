import { same } from '../../../goods.ts';
import type { EventRef } from '../../../state/record/code-record.ts';
import { unitsOf } from '../../../state/record/standing.ts';
import type { HoldAct, ReleaseAct } from '../acting/act-input.ts';
import { type Acting, eventOf, type Outcome, unknownOrUntimely } from '../acting/acting.ts';
import type { Refused } from '../acting/refused.ts';

/** 冻结, 召回: holds whole lots, and codes with everything packed in them. One event for each lot, and one for all codes. */
export function hold(acting: Acting, input: HoldAct): Outcome {
  const { ledger, effects } = acting;
  const { lots, codes, recallId } = input;
  const refused = refusalsOf(acting, input, codes);
  if (refused.length > 0) return { refused };
  let event: EventRef | undefined;
  for (const lot of lots) {
    event = eventOfLot(acting, input, lot);
    effects.holds(event, { lotId: lot.id, code: null, recallId });
  }
  if (codes.length > 0) event = eventOfCodes(acting, input, codes);
  for (const code of codes) effects.holds(event as EventRef, { lotId: null, code, recallId });
  ledger.keep({ lots: lots.map(({ id }) => id), codes });
  return { event: event as EventRef, units: unitsIn(acting, codes) };
}

/** Lifts holds. The same goods may still be held by others. */
export function release(acting: Acting, input: ReleaseAct): Outcome {
  const { ledger, effects } = acting;
  const held = input.holds.flatMap(({ id, code }) => (code === null ? [] : [{ id, code }]));
  const codes = held.map(({ code }) => code);
  const refused = refusalsOf(acting, input, codes);
  if (refused.length > 0) return { refused };
  let event: EventRef | undefined;
  const lots: number[] = [];
  for (const { id, lot } of input.holds) {
    if (!lot) continue;
    event = eventOfLot(acting, input, lot);
    effects.releases(event, id);
    lots.push(lot.id);
  }
  if (codes.length > 0) event = eventOfCodes(acting, input, codes);
  for (const { id } of held) effects.releases(event as EventRef, id);
  ledger.letGo({ lots, codes });
  return { event: event as EventRef, units: unitsIn(acting, codes) };
}

const refusalsOf = (acting: Acting, input: HoldAct | ReleaseAct, codes: readonly number[]): Refused[] =>
  codes.flatMap((id) => [...unknownOrUntimely(acting, input, acting.ledger.get(id), id)]);

const unitsIn = ({ ledger }: Acting, codes: readonly number[]): number =>
  codes.reduce((sum, id) => sum + unitsOf(ledger.of(id)), 0);

/** An event about a whole lot: it names none of its codes. */
const eventOfLot = (
  { effects }: Acting,
  input: HoldAct | ReleaseAct,
  { id: lotId, productId }: { readonly id: number; readonly productId: number },
): EventRef => effects.event({ ...eventOf(input, input.act), workOrderId: null, productId, lotId, placeId: null });

/** An event about single codes: it names no lot, since it does not concern the whole lot. */
function eventOfCodes({ ledger, effects }: Acting, input: HoldAct | ReleaseAct, codes: readonly number[]): EventRef {
  const records = codes.map((id) => ledger.of(id));
  const event = effects.event({
    ...eventOf(input, input.act),
    ...{ workOrderId: null, lotId: null, placeId: null },
    productId: same(records.map(({ productId }) => productId)),
  });
  for (const record of records) effects.names(event, input.act, 'item', record.id, unitsOf(record));
  return event;
}
