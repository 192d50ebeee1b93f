/** The longest pause in milliseconds between two keys of a keyboard-wedge scanner; no person types that fast for long. */
export const scannerGap = 50;
/** The shortest scanned code; anything shorter was typed. */
const shortest = 6;

/** Detects the input of a keyboard-wedge scanner: characters in quick succession, followed by Enter or Tab. */
export class Wedge {
  #text = '';
  #last = Number.NEGATIVE_INFINITY;

  /** Takes a key press at a time in milliseconds; returns the code that it completes, if any. */
  press(key: string, at: number): string | undefined {
    // Shift accompanies capitals, and Control a group separator.
    if (key === 'Shift' || key === 'Control') return undefined;
    const isAtOnce = at - this.#last <= scannerGap;
    if (key === 'Enter' || key === 'Tab') {
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

/** Whether an element takes typed text. */
export const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"]') !== null;
