/**
 * A map from texts to small numbers in three or four bytes an entry, of which the texts cannot be read. It answers every text that was
 * added with its number. Of others it answers one in 65 536 with any number, and the rest with undefined.
 *
 * It is an xor filter (Graf and Lemire, "Xor Filters: Faster and Smaller Than Bloom and Cuckoo Filters", 2019) that keeps a value
 * beside each fingerprint, as a Bloomier filter does (Chazelle and others, 2004): the xor of three entries, whose places follow from the
 * hash of the text.
 *
 * The bytes are a header, the seed, and the number of entries in a third, as 32-bit integers; then the entries. All are little-endian.
 */

const headerBytes = 12;
const formatVersion = 1;
const fingerprintMask = 0xffff;
/** Of how many values the numbers of an entry with three bytes are. */
const narrow = 256;
export const mostValues = 65_536;

/** The finaliser of MurmurHash3, which mixes 32 bits (Appleby, public domain). */
function mixed(word: number): number {
  let bits = word;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** 64 bits of a text, as two 32-bit integers. */
function hashOf(text: string): readonly [high: number, low: number] {
  let high = 0x9e3779b9 ^ text.length;
  let low = 0x7f4a7c15;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x85ebca77);
    high = (high << 13) | (high >>> 19);
    low = Math.imul(low ^ (unit + high), 0xc2b2ae3d);
    low = (low << 17) | (low >>> 15);
  }
  return [mixed(high ^ mixed(low)), mixed(low ^ Math.imul(high, 0x27d4eb2f))];
}

/** Where the three entries of a hash are, and its fingerprint. Reused, so that a lookup allocates nothing. */
class Places {
  readonly at: [number, number, number] = [0, 0, 0];
  fingerprint = 0;

  find(high: number, low: number, seed: number, third: number): void {
    const one = mixed(low ^ seed);
    const two = mixed(high ^ mixed(one + seed));
    const three = mixed(one + ((two << 16) | (two >>> 16)) + 0x9e3779b9);
    this.at[0] = scaled(one, third);
    this.at[1] = third + scaled(two, third);
    this.at[2] = 2 * third + scaled(three, third);
    this.fingerprint = mixed(three ^ two) & fingerprintMask;
  }
}

/** A 32-bit integer as one below `limit`. */
const scaled = (word: number, limit: number): number => Math.floor((word * limit) / 0x1_0000_0000);

interface Entries {
  /** The hash of each text in two integers, the higher half first. */
  readonly hashes: Uint32Array;
  readonly values: Uint16Array;
}

/** Collects the entries of a map. A text that is added again has its last number. */
export class XorMapBuilder {
  #hashes = new Uint32Array(2048);
  #values = new Uint16Array(1024);
  /** The entries plus one by their hashes, in the first free place: a hash table of twice their number. */
  #known = new Uint32Array(2048);
  #count = 0;

  add(text: string, value: number): void {
    if (!Number.isInteger(value) || value < 0 || value >= mostValues) throw new RangeError(`${value} is too large`);
    const [high, low] = hashOf(text);
    let place = this.#placeOf(high, low);
    if (this.#known[place] === 0) {
      if (this.#count === this.#values.length) {
        this.#grow();
        place = this.#placeOf(high, low);
      }
      this.#hashes[2 * this.#count] = high;
      this.#hashes[2 * this.#count + 1] = low;
      this.#known[place] = ++this.#count;
    }
    this.#values[(this.#known[place] as number) - 1] = value;
  }

  build(): Uint8Array<ArrayBuffer> {
    const entries = {
      hashes: this.#hashes.subarray(0, 2 * this.#count),
      values: this.#values.subarray(0, this.#count),
    };
    for (let seed = 1; ; seed++) {
      const bytes = laidOut(entries, mixed(seed));
      if (bytes) return bytes;
    }
  }

  /** Where an entry is, or may be put. */
  #placeOf(high: number, low: number): number {
    const last = this.#known.length - 1;
    for (let place = low & last; ; place = (place + 1) & last) {
      const entry = (this.#known[place] as number) - 1;
      if (entry < 0 || (this.#hashes[2 * entry] === high && this.#hashes[2 * entry + 1] === low)) return place;
    }
  }

  #grow(): void {
    const [hashes, values] = [this.#hashes, this.#values];
    this.#hashes = new Uint32Array(2 * hashes.length);
    this.#hashes.set(hashes);
    this.#values = new Uint16Array(2 * values.length);
    this.#values.set(values);
    this.#known = new Uint32Array(2 * this.#known.length);
    for (let entry = 0; entry < this.#count; entry++) {
      const place = this.#placeOf(hashes[2 * entry] as number, hashes[2 * entry + 1] as number);
      this.#known[place] = entry + 1;
    }
  }
}

/** The bytes of a map, or undefined if these places do not suit: one seed in some does not. */
function laidOut({ hashes, values }: Entries, seed: number): Uint8Array<ArrayBuffer> | undefined {
  const count = values.length;
  const third = Math.ceil((32 + 1.23 * count) / 3);
  const order = peeled(hashes, seed, third);
  if (!order) return undefined;
  const table = new Uint32Array(3 * third);
  const places = new Places();
  // An entry that was alone at its place is written after those that it depends on.
  for (let at = count - 1; at >= 0; at--) {
    const entry = order.entries[at] as number;
    places.find(hashes[2 * entry] as number, hashes[2 * entry + 1] as number, seed, third);
    let word = (places.fingerprint << 16) | (values[entry] as number);
    for (const place of places.at) word ^= table[place] as number;
    const own = order.places[at] as number;
    table[own] = (word ^ (table[own] as number)) >>> 0;
  }
  const isNarrow = values.every((value) => value < narrow);
  return written(table, seed, third, isNarrow ? 3 : 4);
}

/** The entries in an order in which each, when it is taken away, was alone at one of its places; with that place. */
function peeled(
  hashes: Uint32Array,
  seed: number,
  third: number,
): { readonly entries: Uint32Array; readonly places: Uint32Array } | undefined {
  const count = hashes.length / 2;
  const held = new Uint32Array(3 * third);
  /** The xor of the entries at each place: of one that is alone, the entry itself. */
  const combined = new Uint32Array(3 * third);
  const places = new Places();
  const { at } = places;
  for (let entry = 0; entry < count; entry++) {
    places.find(hashes[2 * entry] as number, hashes[2 * entry + 1] as number, seed, third);
    for (const place of at) {
      held[place] = (held[place] as number) + 1;
      combined[place] = (combined[place] as number) ^ entry;
    }
  }
  const alone: number[] = [];
  for (let place = 0; place < held.length; place++) if (held[place] === 1) alone.push(place);
  const order = { entries: new Uint32Array(count), places: new Uint32Array(count) };
  let done = 0;
  for (let place = alone.pop(); place !== undefined; place = alone.pop()) {
    if (held[place] !== 1) continue;
    const entry = combined[place] as number;
    order.entries[done] = entry;
    order.places[done++] = place;
    places.find(hashes[2 * entry] as number, hashes[2 * entry + 1] as number, seed, third);
    for (const other of at) {
      held[other] = (held[other] as number) - 1;
      combined[other] = (combined[other] as number) ^ entry;
      if (held[other] === 1) alone.push(other);
    }
  }
  return done === count ? order : undefined;
}

function written(table: Uint32Array, seed: number, third: number, width: 3 | 4): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerBytes + table.length * width);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, formatVersion);
  view.setUint8(1, width);
  view.setUint32(4, seed, true);
  view.setUint32(8, third, true);
  for (let at = 0; at < table.length; at++) {
    const word = table[at] as number;
    const from = headerBytes + at * width;
    view.setUint16(from, word >>> 16, true);
    if (width === 3) view.setUint8(from + 2, word & 0xff);
    else view.setUint16(from + 2, word & 0xffff, true);
  }
  return bytes;
}

/** Reads the bytes of a map. Throws a RangeError for bytes that are none. */
export class XorMap {
  readonly #view: DataView;
  readonly #width: number;
  readonly #seed: number;
  readonly #third: number;
  readonly #places = new Places();

  constructor(bytes: Uint8Array) {
    if (bytes.length < headerBytes) throw new RangeError('these bytes are no map');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#width = view.getUint8(1);
    this.#seed = view.getUint32(4, true);
    this.#third = view.getUint32(8, true);
    const isWhole = view.byteLength === headerBytes + 3 * this.#third * this.#width;
    if (view.getUint8(0) !== formatVersion || ![3, 4].includes(this.#width) || !isWhole) {
      throw new RangeError('these bytes are no map');
    }
    this.#view = view;
  }

  /** The number of a text, or undefined. */
  get(text: string): number | undefined {
    const [high, low] = hashOf(text);
    const places = this.#places;
    places.find(high, low, this.#seed, this.#third);
    let fingerprint = 0;
    let value = 0;
    for (const place of places.at) {
      const from = headerBytes + place * this.#width;
      fingerprint ^= this.#view.getUint16(from, true);
      value ^= this.#width === 3 ? this.#view.getUint8(from + 2) : this.#view.getUint16(from + 2, true);
    }
    return fingerprint === places.fingerprint ? value : undefined;
  }
}
