/** A growing array of numbers, outside the heap. */
export class Numbers {
  #all = new Float64Array(1024);
  #length = 0;

  push(number: number): void {
    if (this.#length === this.#all.length) {
      const copy = new Float64Array(this.#length * 2);
      copy.set(this.#all);
      this.#all = copy;
    }
    this.#all[this.#length++] = number;
  }

  get length(): number {
    return this.#length;
  }

  at(place: number): number {
    return this.#all[place] as number;
  }

  put(place: number, number: number): void {
    this.#all[place] = number;
  }

  all(): Float64Array {
    return this.#all.subarray(0, this.#length);
  }
}
