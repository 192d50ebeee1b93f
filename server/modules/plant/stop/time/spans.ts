/** A time from `begins` until before `ends`, in epoch milliseconds. */
export interface Span {
  readonly begins: number;
  readonly ends: number;
}

export const lengthOf = ({ begins, ends }: Span): number => ends - begins;
export const totalOf = (spans: readonly Span[]): number => spans.reduce((sum, one) => sum + lengthOf(one), 0);

/** The parts of spans within another one, with what else they say. */
export const within = <One extends Span>(spans: readonly One[], { begins, ends }: Span): One[] =>
  spans
    .map((one) => ({ ...one, begins: Math.max(one.begins, begins), ends: Math.min(one.ends, ends) }))
    .filter((one) => one.begins < one.ends);

/** Sorted spans without those in between that touch or overlap. */
export function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const { begins, ends } of spans.toSorted((a, b) => a.begins - b.begins)) {
    const last = all.at(-1);
    if (last && begins <= last.ends) all[all.length - 1] = { begins: last.begins, ends: Math.max(last.ends, ends) };
    else all.push({ begins, ends });
  }
  return all;
}

/** What is left of a span without others. */
export function remaining(whole: Span, others: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let at = whole.begins;
  for (const { begins, ends } of joined(within(others, whole))) {
    if (begins > at) rest.push({ begins: at, ends: begins });
    at = Math.max(at, ends);
  }
  return at < whole.ends ? [...rest, { begins: at, ends: whole.ends }] : rest;
}
