import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { callerLeft, machineFull, overloaded, type Refusal } from '../refusal.ts';

const megabyte = 2 ** 20;
/** The size of writes in bytes. */
const piece = 64 * 1024;

/** A file on disk without a name (unlinked): it disappears when it is closed, even if the server is killed. */
export interface SpooledFile {
  readonly size: number;
  /** A path by which any thread of this process can open it, with a position of its own. */
  readonly path: string;
  /** Reads it from its beginning; may be called repeatedly. */
  read(): Readable;
  /** Closes it. Whoever has called `fill` has to make sure that this is called. */
  discard(): Promise<void>;
}

interface Filling {
  readonly unwanted: AbortSignal;
  /** The refusal for a file that is too large. */
  readonly tooLarge: (megabytes: number) => Refusal;
}

/**
 * Temporary files for uploads and long answers, kept on disk so that nothing else waits for slow senders and readers. There is
 * a limit for all files together, and a quarter of it for each.
 */
export class Spool {
  readonly #folder: string;
  readonly #most: number;
  readonly #maxOfOne: number;
  #used = 0;

  constructor(folder: string, megabytes: number) {
    this.#folder = folder;
    this.#most = megabytes * megabyte;
    this.#maxOfOne = this.#most / 4;
  }

  /** The bytes of all files. */
  get used(): number {
    return this.#used;
  }

  /**
   * Writes bytes to a new file. Throws when `unwanted` is aborted, the file is too large, or (503) the spool or the disk is
   * full.
   */
  async fill(bytes: AsyncIterable<Uint8Array | string>, { unwanted, tooLarge }: Filling): Promise<SpooledFile> {
    let size = 0;
    let file: FileHandle | undefined;
    const release = () => {
      this.#used -= size;
    };
    try {
      file = await this.#newFile();
      for await (const chunk of gathered(bytes)) {
        if (unwanted.aborted) throw callerLeft();
        size += chunk.length;
        this.#used += chunk.length;
        if (size > this.#maxOfOne) throw tooLarge(this.#maxOfOne / megabyte);
        if (this.#used > this.#most) throw overloaded(30, 'the temporary files take all of SUYUAN_SPOOL_MB');
        await file.appendFile(chunk);
      }
      return spooled(file, size, release);
    } catch (error) {
      release();
      await file?.close();
      throw machineFull(error) ?? error;
    }
  }

  async #newFile(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return file;
  }
}

function spooled(file: FileHandle, size: number, release: () => void): SpooledFile {
  const readers: Readable[] = [];
  let isThere = true;
  return {
    size,
    path: `/dev/fd/${file.fd}`,
    read() {
      const reader = file.createReadStream({ start: 0, autoClose: false });
      readers.push(reader);
      return reader;
    },
    async discard() {
      if (!isThere) return;
      isThere = false;
      for (const reader of readers) reader.destroy();
      release();
      await file.close();
    },
  };
}

async function* gathered(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const part =
      typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    chunks.push(part);
    length += part.length;
    if (length < piece) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
