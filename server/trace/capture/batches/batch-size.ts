/** How long one turn should take at most, in milliseconds: others wait for the capture lock meanwhile. */
const batchTime = 250;

interface Bounds {
  readonly first: number;
  readonly least: number;
  readonly most: number;
}

/** Adapts how many codes of a file are written in one turn to the time that the last turn took. */
export class BatchSize {
  readonly #bounds: Bounds;
  #codes: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#codes = bounds.first;
  }

  get codes(): number {
    return this.#codes;
  }

  /** Runs one turn and adjusts the size: at most doubled or halved at once, within the bounds. */
  async timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const done = await work();
    const { least, most } = this.#bounds;
    const wanted = (this.#codes * batchTime) / (performance.now() - begun);
    this.#codes = Math.floor(Math.min(Math.max(wanted, this.#codes / 2, least), this.#codes * 2, most));
    return done;
  }
}
