/** 核对: what was counted in a package, and what is recorded of it: the rules of the packing desk and of handhelds. */

export interface Compared<Counted> {
  /** Codes that are recorded, and were not counted. */
  readonly missing: readonly string[];
  /** What was counted, and is not recorded. */
  readonly extra: readonly Counted[];
  readonly right: readonly Counted[];
}

/** Compares what was counted with the codes that are recorded. */
export function compared<Counted extends { readonly code: string }>(
  recorded: readonly { readonly code: string }[],
  counted: readonly Counted[],
): Compared<Counted> {
  const onRecord = new Set(recorded.map(({ code }) => code));
  const there = new Set(counted.map(({ code }) => code));
  return {
    missing: [...onRecord].filter((code) => !there.has(code)),
    extra: counted.filter(({ code }) => !onRecord.has(code)),
    right: counted.filter(({ code }) => onRecord.has(code)),
  };
}

/** Whether exactly the recorded codes were counted. */
export const agrees = ({ missing, extra, right }: Compared<unknown>): boolean =>
  right.length > 0 && missing.length === 0 && extra.length === 0;
