import { newKey } from '../../../core/newKey.ts';

/** The batch key of what is sent: until it is answered, the same contents have the same one, and are not done twice. */
export class SentKey {
  #sent: { readonly contents: string; readonly key: string } | undefined;

  of(contents: readonly unknown[]): string {
    const text = JSON.stringify(contents);
    if (this.#sent?.contents !== text) this.#sent = { contents: text, key: newKey() };
    return this.#sent.key;
  }

  answered(): void {
    this.#sent = undefined;
  }
}
