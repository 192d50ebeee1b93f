/**
 * Whether a database that was connected does not answer at all, as when its machine is frozen or cut off: no error tells that. All
 * pools of a server share it, so that what waits is told at once, and what comes later need not wait.
 */
export class Silence {
  #holds = false;
  readonly #cuts: (() => void)[] = [];

  get holds(): boolean {
    return this.#holds;
  }

  /** Registers what gives up everything that waits for the database. */
  whenItBegins(cut: () => void): void {
    this.#cuts.push(cut);
  }

  begin(): void {
    if (this.#holds) return;
    this.#holds = true;
    for (const cut of this.#cuts) cut();
  }

  end(): void {
    this.#holds = false;
  }
}

/** What a caller is told of it. */
export const noAnswer = (): Error => new Error('The database does not answer');
