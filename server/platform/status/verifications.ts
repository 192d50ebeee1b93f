/** The outcome of the last verification of something. */
export interface LastVerification {
  readonly at: Date;
  /** How much was found to be wrong. */
  readonly problems: number;
  /** When nothing was wrong last; null if that was never, or is too long ago to be kept. */
  readonly cleanAt: Date | null;
}

type Verified = 'trace' | 'audit';

/** Tells when the data were last verified, by those who do it. */
export class Verifications {
  readonly #last = new Map<Verified, () => Promise<LastVerification | undefined>>();

  /** Registers who knows of the verifications of one kind. */
  add(verified: Verified, last: () => Promise<LastVerification | undefined>): void {
    this.#last.set(verified, last);
  }

  /** The last ones by what was verified; without those that were never made. */
  async last(): Promise<readonly (LastVerification & { readonly verified: Verified })[]> {
    const all = await Promise.all(
      [...this.#last].map(async ([verified, last]) => {
        const outcome = await last();
        return outcome ? [{ verified, ...outcome }] : [];
      }),
    );
    return all.flat();
  }
}
