/** How long others wait at most for what is written in one turn, in milliseconds. */
const turnTime = 250;

interface Bounds {
  readonly first: number;
  readonly least: number;
  readonly most: number;
}

/** How many codes of a file are written in one turn: about as many as the time of a turn allows, by how long the last one took. */
export class TurnSize {
  readonly #bounds: Bounds;
  #codes: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#codes = bounds.first;
  }

  get codes(): number {
    return this.#codes;
  }

  /** Does the work of a turn, and learns from it. */
  async timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const done = await work();
    const { least, most } = this.#bounds;
    const wanted = (this.#codes * turnTime) / (performance.now() - begun);
    this.#codes = Math.floor(Math.min(Math.max(wanted, this.#codes / 2, least), this.#codes * 2, most));
    return done;
  }
}
