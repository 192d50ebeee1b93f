import type { Received } from './diagnosis.ts';

/** Collects the keys that a scanner sends for one symbol, without judging them. */
export class ReceivedKeys {
  #text = '';
  #suffixes = 0;

  get received(): Received {
    return { text: this.#text, suffixes: this.#suffixes };
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  press({ key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>): void {
    if (key === 'Enter' || key === 'Tab') this.#suffixes++;
    else if (ctrlKey && key === ']') this.#text += '\u001d';
    else if (!ctrlKey && [...key].length === 1) this.#text += key;
  }
}
