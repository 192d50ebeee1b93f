import { maxRefusals, type RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { HeldBy } from '../../state/holds.ts';
import type { Ledger } from '../../state/ledger.ts';

/** What a refused code collides with: another code (its id), a waybill, product, lot or hold, or a text that needs no language. */
export type Conflict =
  | number
  | string
  | { readonly waybillId: number }
  | { readonly productId: number }
  | { readonly lotId: number }
  | HeldBy;

/** Why one code of an event is not taken. */
export interface Refused {
  readonly code: number;
  readonly reason: RefusalReason;
  readonly conflict?: Conflict | null;
  /** The event would be taken if the person gave a reason. */
  readonly overridable?: boolean;
}

/**
 * The refusals of each code of an event. A code that is named again is refused for that alone. Beyond `most` refusals no further
 * codes are looked at, since others wait for the capture lock: one refusal more means that there may be others.
 */
export function refusalsOfEach(
  codes: readonly number[],
  against: (code: number) => Iterable<Refused>,
  most: number = maxRefusals,
): Refused[] {
  const refused: Refused[] = [];
  const seen = new Set<number>();
  for (const code of codes) {
    if (refused.length > most) break;
    if (seen.has(code)) refused.push({ code, reason: 'repeated_line' });
    else for (const one of against(code)) refused.push(one);
    seen.add(code);
  }
  return refused;
}

/**
 * The same for goods that move with their contents: a code that lies in another named code would be counted twice, so it is
 * refused.
 */
export function refusalsOfGoods(
  ledger: Ledger,
  codes: readonly number[],
  against: (code: number) => Iterable<Refused>,
): Refused[] {
  const named = new Set(codes);
  return refusalsOfEach(codes, function* (code) {
    yield* against(code);
    const record = ledger.get(code);
    const outer = record && ledger.above(record).find(({ id }) => named.has(id));
    if (outer) yield { code, reason: 'in_named_package', conflict: outer.id };
  });
}
