/** How far a backup or a restore has come. */
export interface Progress {
  /** What is being done, in a word or two. */
  readonly step: string;
  /** Between 0 and 1. */
  readonly share: number;
  /** Seconds; undefined as long as nobody can say. */
  readonly left: number | undefined;
}

export type Report = (progress: Progress) => void;

/** Tells how far something has come, at most once a second. */
export class Steps {
  readonly #report: Report;
  readonly #begun = performance.now();
  #total: number;
  #done = 0;
  #lastReport = Number.NEGATIVE_INFINITY;

  constructor(report: Report, total: number) {
    this.#report = report;
    this.#total = Math.max(1, total);
  }

  /** So much of the total is done. */
  reach(amount: number, step: string): void {
    this.#done = Math.min(amount, this.#total);
    const now = performance.now();
    if (now - this.#lastReport < 1000) return;
    this.#lastReport = now;
    const share = this.#done / this.#total;
    const seconds = (now - this.#begun) / 1000;
    this.#report({ step, share, left: seconds > 2 && share > 0.01 ? (seconds / share) * (1 - share) : undefined });
  }
}
