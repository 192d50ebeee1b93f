/** Counters of one rule in a row, of which these are wanted. */
export interface Span {
  readonly rule: number;
  readonly first: number;
  readonly count: number;
  /** Where the wanted ones are among the ids. */
  readonly members: readonly number[];
}

/** To encipher so many that are not wanted costs less than to begin anew. */
const widestGap = 32;
/** How many counters a span has at most, which bounds its memory. */
const longest = 8192;

/** Puts ids (rule and counter) together to spans: enciphering many in a row takes a hundredth of the time for each. */
export function* spansOf(ids: Float64Array, ruleSpan: number): Generator<Span> {
  const order = Uint32Array.from(ids, (_, at) => at).sort((a, b) => (ids[a] as number) - (ids[b] as number));
  let members: number[] = [];
  let first = 0;
  let last = 0;
  const span = (): Span => {
    const rule = Math.floor(first / ruleSpan);
    return { rule, first: first - rule * ruleSpan, count: last - first + 1, members };
  };
  for (const at of order) {
    const id = ids[at] as number;
    const isNext =
      members.length > 0 &&
      id - last <= widestGap &&
      id - first < longest &&
      Math.floor(id / ruleSpan) === Math.floor(first / ruleSpan);
    if (!isNext) {
      if (members.length > 0) yield span();
      members = [];
      first = id;
    }
    members.push(at);
    last = id;
  }
  if (members.length > 0) yield span();
}
