const minSlots = 1024;
/** The maximum load factor of the hash table. */
const fullest = 0.5;

/**
 * Numbers codes in the order of their first occurrence: an open-addressing hash table in typed arrays outside the heap, of 24
 * to 48 bytes a code. A `Map` of all codes that a file may name would take most of a server's memory.
 */
export class CodePlaces {
  /** 0, which is no code, marks a free slot. */
  #codes = new Float64Array(minSlots);
  #places = new Int32Array(minSlots);
  #met = 0;

  get met(): number {
    return this.#met;
  }

  /** The number of a code; a new code gets the next one. */
  placeOf(code: number): number {
    const slot = this.#slotOf(code);
    if (this.#codes[slot] === code) return this.#places[slot] as number;
    const place = this.#met;
    this.#put(slot, code, place);
    this.#met += 1;
    if (this.#met > this.#codes.length * fullest) this.#grow();
    return place;
  }

  #put(slot: number, code: number, place: number): void {
    this.#codes[slot] = code;
    this.#places[slot] = place;
  }

  /** The slot of a code, or the free slot for it (linear probing). */
  #slotOf(code: number): number {
    const last = this.#codes.length - 1;
    // Codes of one order differ in the lowest bits, those of different rules in the highest: both halves are hashed.
    const hash = Math.imul((code % 2 ** 32) ^ Math.floor(code / 2 ** 32), 0x9e3779b1);
    for (let slot = (hash ^ (hash >>> 15)) & last; ; slot = (slot + 1) & last) {
      if (this.#codes[slot] === code || this.#codes[slot] === 0) return slot;
    }
  }

  #grow(): void {
    const [codes, places] = [this.#codes, this.#places];
    this.#codes = new Float64Array(codes.length * 2);
    this.#places = new Int32Array(codes.length * 2);
    for (let slot = 0; slot < codes.length; slot++) {
      const code = codes[slot] as number;
      if (code !== 0) this.#put(this.#slotOf(code), code, places[slot] as number);
    }
  }
}
