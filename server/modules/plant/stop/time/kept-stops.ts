import type { Stop } from './line-time.ts';
import type { Span } from './spans.ts';

/** A stop as it is kept: a person may have given it a reason, or split it. */
export interface KeptStop extends Span {
  readonly id: number;
}

/** What becomes of the stops that are kept when those of a time are derived anew. */
export interface Comparison<Kept extends KeptStop> {
  readonly changed: readonly { readonly kept: Kept; readonly stop: Stop }[];
  /** Stops that are new; the second part of one that turns out to be two has what was said of it. */
  readonly fresh: readonly { readonly stop: Stop; readonly like: Kept | undefined }[];
  /** Stops that were none. */
  readonly gone: readonly Kept[];
}

/**
 * Finds for each derived stop those that are kept of it: they share its time among them, so that splits stay where people made them,
 * and reasons with their stops.
 */
export function compareStops<Kept extends KeptStop>(derived: readonly Stop[], all: readonly Kept[]): Comparison<Kept> {
  const kept = all.toSorted((a, b) => a.begins - b.begins || a.id - b.id);
  const taken = new Set<Kept>();
  const changed: { kept: Kept; stop: Stop }[] = [];
  const fresh: { stop: Stop; like: Kept | undefined }[] = [];
  for (const stop of derived) {
    const there = kept.filter((one) => one.begins < stop.ends && one.ends > stop.begins);
    const own = there.filter((one) => !taken.has(one));
    if (own.length === 0) fresh.push({ stop, like: there[0] });
    for (const [at, one] of own.entries()) {
      taken.add(one);
      const begins = at === 0 ? stop.begins : one.begins;
      const ends = own[at + 1]?.begins ?? stop.ends;
      changed.push({ kept: one, stop: { ...stop, begins, ends } });
    }
  }
  return { changed, fresh, gone: kept.filter((one) => !taken.has(one)) };
}
