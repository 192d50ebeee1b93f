/** A place for one backup: a file, or an object of a bucket. */
export interface Location {
  /** As people name it: a path, or `s3://bucket/key`. */
  readonly name: string;
  /** Begins to write; refuses to replace what is there. */
  create(): Promise<Draft>;
  /** In bytes. Throws with a sentence if it is not there. */
  size(): Promise<number>;
  /** Reads it from the beginning. Throws with a sentence if it is not there. */
  read(): AsyncIterable<Uint8Array>;
}

/** A backup that is being written, and has its name only when it is complete. */
export interface Draft {
  /** Resolves when there is room for more. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when it would outlast a power cut. */
  complete(): Promise<void>;
  /** Leaves nothing behind, also while it is being written; may be called again. */
  abandon(): Promise<void>;
}

/** Where a server keeps its backups. */
export interface BackupStorage {
  readonly location: (name: string) => Location;
  /**
   * Removes all but the latest ones, of those that a server makes by itself, and what interrupted ones left behind. `running` are the
   * names of those that are being made.
   */
  prune(kept: number, running: ReadonlySet<string>): Promise<void>;
}

/** The name of a backup that a server makes by itself. In the order of time, they are in the order of the alphabet. */
export function scheduledName(at: Date, isEncrypted: boolean): string {
  return `suyuan-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar${isEncrypted ? '.age' : ''}`;
}

export const isScheduledName = (name: string): boolean => /^suyuan-\d{8}T\d{6}Z\.tar(\.age)?$/.test(name);

/** Those of the names that are not to be kept. */
export function outdated(names: readonly string[], kept: number): readonly string[] {
  return kept === 0 ? [] : names.filter(isScheduledName).toSorted().slice(0, -kept);
}
