/** A scanner that types as a keyboard does leaves no more time than this between two keys; nobody types so fast for long. */
export const scannerGap = 50;
/** What is shorter was typed. */
const shortest = 6;

/** Tells what a scanner types from what people do: characters that follow one another at once, and Enter. */
export class Wedge {
  #text = '';
  #last = Number.NEGATIVE_INFINITY;

  /** A key that was pressed, and when, in milliseconds; answers the code that it ends. */
  press(key: string, at: number): string | undefined {
    // It is held for capitals.
    if (key === 'Shift') return undefined;
    const isAtOnce = at - this.#last <= scannerGap;
    if (key === 'Enter') {
      const text = this.#text.trim();
      this.reset();
      return isAtOnce && text.length >= shortest ? text : undefined;
    }
    if ([...key].length !== 1) this.reset();
    else {
      this.#text = isAtOnce ? this.#text + key : key;
      this.#last = at;
    }
    return undefined;
  }

  reset(): void {
    this.#text = '';
    this.#last = Number.NEGATIVE_INFINITY;
  }
}

/** Whether what is typed lands there. */
export const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"]') !== null;
