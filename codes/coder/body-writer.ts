/** Converts counters to the bodies of codes and back: by FF1 over the format's alphabet and length, or sequentially. */
export interface BodyWriter {
  /** Writes the bodies of `count` counters from `start`, the first at `offset`, each `stride` bytes after the last. */
  write(start: number, count: number, out: Uint8Array, offset: number, stride: number): void;
  /**
   * The counters of `count` bodies, the first at `offset`, each `stride` bytes after the last. NaN for a body whose characters
   * are not the alphabet's, or whose counter exceeds 2^53.
   */
  read(codes: Uint8Array, offset: number, stride: number, count: number): Float64Array;
}
