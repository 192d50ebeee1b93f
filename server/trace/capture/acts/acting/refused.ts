import type { RefusalReason } from '../../../../../contract/trace/refusal.ts';

/** Why one code of an act is not taken. */
export interface Refused {
  readonly code: number;
  readonly reason: RefusalReason;
  /** The code it collides with, or the waybill, or in words what does. */
  readonly conflict?: number | string | { readonly waybillId: number } | null;
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
