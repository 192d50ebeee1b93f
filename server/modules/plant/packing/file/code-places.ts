const leastSlots = 1024;
/** How much of the table is in use at most: the fuller, the longer is looked for a slot. */
const fullest = 0.5;

/**
 * The place of each code among those that were met, in the order in which they were. A `Map` of as many as a file may name
 * would be most of the memory that a server has; here one costs 24 bytes, beside it.
 */
export class CodePlaces {
  /** 0, which is no code, stands where nothing is. */
  #codes = new Float64Array(leastSlots);
  #places = new Int32Array(leastSlots);
  #met = 0;

  get met(): number {
    return this.#met;
  }

  /** Where a code is; the next place where it is met for the first time. */
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

  /** Where a code lies, or the free slot that it would lie in. */
  #slotOf(code: number): number {
    const last = this.#codes.length - 1;
    // Codes of an order differ in their lowest bits, those of different rules in their highest.
    const mixed = Math.imul((code % 2 ** 32) ^ Math.floor(code / 2 ** 32), 0x9e3779b1);
    for (let slot = (mixed ^ (mixed >>> 15)) & last; ; slot = (slot + 1) & last) {
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
