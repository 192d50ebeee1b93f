import { read } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { badFile, tableLimits, tooMuchInFile, unpacksTooLarge } from './file-limits.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** Passes bytes on and reports the size of each chunk; `count` throws if there are too many. */
async function* counted(bytes: Bytes, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    count(chunk.length);
    yield chunk;
  }
}

/** Decompresses gzipped bytes, recognised by their first two, and passes all others on. Throws 413 beyond `limit` bytes. */
export async function* unpacked(bytes: Bytes, limit: number): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const all = joined(head, { [Symbol.asyncIterator]: () => chunks });
  let size = 0;
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  yield* counted(isPacked ? gunzipped(all) : all, (more) => {
    size += more;
    if (size > limit) throw unpacksTooLarge(limit);
  });
}

async function* joined(head: Uint8Array, rest: Bytes): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function* gunzipped(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 2 ** 16 });
  const transfer = feed(bytes, gunzip);
  yield* gunzip;
  await transfer;
}

/** Writes with backpressure. An error on either side ends the other. */
async function feed(bytes: Bytes, into: ReturnType<typeof createGunzip>): Promise<void> {
  try {
    for await (const chunk of bytes) {
      if (into.destroyed) return;
      if (!into.write(chunk)) await drained(into);
    }
    into.end();
  } catch (error) {
    into.destroy(error as Error);
  }
}

/** Resolves when the stream can take more, or is closed. */
function drained(into: ReturnType<typeof createGunzip>): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      into.off('drain', over).off('close', over);
      resolve();
    };
    into.on('drain', over).on('close', over);
  });
}

/** Reads ranges of a file for yauzl. Ranges beyond its end are refused. */
class Places extends yauzl.RandomAccessReader {
  readonly #file: FileHandle;
  readonly #size: number;

  constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  override read(...[buffer, offset, length, position, callback]: Parameters<yauzl.RandomAccessReader['read']>): void {
    if (position + length > this.#size) callback(new Error('position beyond the end of the file'));
    else read(this.#file.fd, buffer, offset, length, position, callback);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#between(start, end), { objectMode: false });
  }

  async *#between(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const { buffer, bytesRead } = await this.#file.read({
        buffer: Buffer.alloc(Math.min(end - at, 2 ** 16)),
        position: at,
      });
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}

/** The parts of a workbook's archive. Each is decompressed while it is read, and the total size is limited. */
export class Archive {
  readonly #file: FileHandle;
  readonly #zip: ZipFile;
  readonly #parts: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  private constructor(file: FileHandle, zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#zip = zip;
    this.#parts = parts;
  }

  static async open(path: string): Promise<Archive> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      // Names are decoded here instead, so that overlong ones cost nothing.
      const options = { decodeStrings: false, autoClose: false };
      const zip = await yauzl.fromRandomAccessReaderPromise(new Places(file, size), size, options);
      return new Archive(file, zip, await partsOf(zip));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.#parts.has(name.toLowerCase());
  }

  async *part(name: string, limit: number = tableLimits.unpacked): AsyncGenerator<Uint8Array> {
    const entry = this.#parts.get(name.toLowerCase());
    if (!entry) throw badFile('unreadable_table');
    if (entry.uncompressedSize > limit) throw unpacksTooLarge(limit);
    const stream: Readable = await this.#zip.openReadStreamPromise(entry);
    let size = 0;
    yield* counted(stream, (more) => {
      size += more;
      this.#unpacked += more;
      if (size > limit || this.#unpacked > tableLimits.unpacked) throw unpacksTooLarge(limit);
    });
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** The entries by name. Names are case-insensitive, and duplicates are refused. */
async function partsOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > tableLimits.parts) throw tooMuchInFile();
  const parts = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw badFile('locked_workbook');
    const name = (entry.fileNameRaw.length > 512 ? '' : entry.fileNameRaw.toString())
      .replaceAll('\\', '/')
      .toLowerCase();
    if (name === '' || parts.has(name) || !entry.canDecodeFileData()) throw badFile('unreadable_table');
    total += entry.uncompressedSize;
    if (total > tableLimits.unpacked) throw unpacksTooLarge(tableLimits.unpacked);
    parts.set(name, entry);
  }
  return parts;
}
