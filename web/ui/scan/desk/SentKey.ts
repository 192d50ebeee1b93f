import { newKey } from '#core/newKey.ts';

/**
 * Idempotency keys: until there is an answer, the same contents get the same batch key, so that they are not carried out twice.
 */
export class SentKey {
  #sent: { readonly contents: string; readonly key: string } | undefined;

  keyOf(contents: readonly unknown[]): string {
    const text = JSON.stringify(contents);
    if (this.#sent?.contents !== text) this.#sent = { contents: text, key: newKey() };
    return this.#sent.key;
  }

  answered(): void {
    this.#sent = undefined;
  }
}
