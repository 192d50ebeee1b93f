/** Counts of times on a logarithmic scale, four steps to each doubling, from which quantiles are read with an error of a tenth. */
class TimeCounts {
  readonly #counts = new Uint32Array(96);
  #total = 0;

  /** A time in milliseconds. */
  add(milliseconds: number): void {
    const step = Math.ceil(Math.log2(Math.max(milliseconds, 1)) * 4);
    const at = Math.min(step, this.#counts.length - 1);
    this.#counts[at] = (this.#counts[at] as number) + 1;
    this.#total += 1;
  }

  /** The time in seconds that this share of the counted ones did not exceed; null if there are none. */
  quantile(share: number): number | null {
    if (this.#total === 0) return null;
    let sum = 0;
    const step = this.#counts.findIndex((count) => {
      sum += count;
      return sum >= share * this.#total;
    });
    return 2 ** (step / 4) / 1000;
  }
}

/** What happened since a moment. */
export class Tally {
  calls = 0;
  /** Calls that were answered with 5xx. */
  errors = 0;
  readonly callTimes = new TimeCounts();
  scans = 0;
  readonly scanTimes = new TimeCounts();
  events = 0;
}
