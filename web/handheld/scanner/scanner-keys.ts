/** The longest pause between two characters of a scan, in milliseconds: slow scanners type one in 40. */
export const longestGap = 150;
/** What is shorter was typed, or a key was hit. */
const shortest = 4;
/** As which scanners send the separator of GS1 elements, which no key has. */
const groupSeparator = '\u001d';

/** A key press, as the browser tells it. */
interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
}

/**
 * Puts the keys of a scanner (keyboard wedge) together. A scan ends with Enter or Tab, or without either when no key follows in time:
 * whoever uses this calls `end` then.
 */
export class ScannerKeys {
  #text = '';
  #last = Number.NEGATIVE_INFINITY;

  /** Takes a key press at a time in milliseconds; returns the scan that it completes, if any. */
  press({ key, ctrlKey }: Press, at: number): string | undefined {
    if (key === 'Enter' || key === 'Tab') return this.end();
    const character = characterOf(key, ctrlKey);
    if (character === undefined) return undefined;
    // What was before came too long ago to belong to it.
    const before = at - this.#last > longestGap ? this.end() : undefined;
    this.#text += character;
    this.#last = at;
    return before;
  }

  /** Ends a scan; returns it if it is long enough for one. */
  end(): string | undefined {
    const text = this.#text.trim();
    this.#text = '';
    return text.length >= shortest ? text : undefined;
  }
}

/** Undefined for keys that stand for no character, such as Shift. */
function characterOf(key: string, ctrlKey: boolean): string | undefined {
  if (ctrlKey) return key === ']' ? groupSeparator : undefined;
  return [...key].length === 1 ? key : undefined;
}
