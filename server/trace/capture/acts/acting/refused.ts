import type { RefusalReason } from '../../../../../contract/trace/refusal.ts';
import type { Ledger } from '../../../state/ledger.ts';

/** The code that one collides with; the waybill, product or lot; or in words what it does collide with. */
export type Conflict =
  | number
  | string
  | { readonly waybillId: number }
  | { readonly productId: number }
  | { readonly lotId: number };

/** Why one code of an act is not taken. */
export interface Refused {
  readonly code: number;
  readonly reason: RefusalReason;
  readonly conflict?: Conflict | null;
  /** A reason given by who did it would do. */
  readonly overridable?: boolean;
}

/** What speaks against each code of an act. One that is named again is refused for that: the rest was said when it was named first. */
export function refusalsOfEach(codes: readonly number[], against: (code: number) => Iterable<Refused>): Refused[] {
  const refused: Refused[] = [];
  const seen = new Set<number>();
  for (const code of codes) {
    if (seen.has(code)) refused.push({ code, reason: 'repeated_line' });
    else for (const one of against(code)) refused.push(one);
    seen.add(code);
  }
  return refused;
}

/** The same of goods that are moved or told of whole: what lies in something else that is named goes with that, and would be counted twice. */
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
