/** The characters that occur at each position of codes of one length. */
export type Shape = readonly ReadonlySet<string>[];

/** Whether some text matches both shapes: same length, and a common character at each position. */
export const shapesMeet = (a: Shape, b: Shape): boolean =>
  a.length === b.length && a.every((characters, place) => !characters.isDisjointFrom(b[place] as ReadonlySet<string>));

const plain = 128;

/** Gathers the shapes of any number of codes of ASCII letters and digits, by their length. */
export class Shapes {
  readonly #shapes = new Map<number, Uint8Array>();

  add(code: string): void {
    const { length } = code;
    let shape = this.#shapes.get(length);
    if (!shape) {
      shape = new Uint8Array(length * plain);
      this.#shapes.set(length, shape);
    }
    for (let place = 0; place < length; place++) shape[place * plain + code.charCodeAt(place)] = 1;
  }

  /** For each length, the characters at each position. */
  list(): { readonly length: number; readonly characters: string[] }[] {
    return [...this.#shapes].map(([length, shape]) => ({
      length,
      characters: Array.from({ length }, (_, place) =>
        [...shape.subarray(place * plain, (place + 1) * plain)]
          .flatMap((isSeen, character) => (isSeen ? String.fromCharCode(character) : []))
          .join(''),
      ),
    }));
  }
}
