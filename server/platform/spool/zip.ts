import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive: its bytes as they come. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface Written {
  readonly name: Buffer;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** Sizes come behind each file, and names are UTF-8. */
const flags = 0x0808;
const version = 20;
const method = 8;

/**
 * Streams files into a ZIP archive, holding only a piece of each in memory. Without ZIP64, so for archives below four
 * gigabytes, which the limit of the spool ensures.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const moment = dosMoment(at);
  const files: Written[] = [];
  let offset = 0;
  for await (const { name: text, bytes } of entries) {
    const name = Buffer.from(text);
    const head = Buffer.concat([
      words(0x04034b50, [version, flags, method]),
      moment,
      zeros(12),
      shorts(name.length, 0),
      name,
    ]);
    yield head;
    let [checksum, packed, size] = [0, 0, 0];
    const deflate = createDeflateRaw();
    const transfer = feed(deflate, bytes, (piece) => {
      checksum = crc32(piece, checksum);
      size += piece.length;
    });
    for await (const piece of deflate) {
      packed += (piece as Buffer).length;
      yield piece as Buffer;
    }
    await transfer;
    yield longs(0x08074b50, checksum, packed, size);
    files.push({ name, checksum, packed, size, offset });
    offset += head.length + packed + 16;
  }
  yield directoryOf(files, moment, offset);
}

/** Bytes into a stream, no faster than they are taken out. */
async function feed(
  into: ReturnType<typeof createDeflateRaw>,
  bytes: AsyncIterable<Uint8Array>,
  saw: (piece: Uint8Array) => void,
): Promise<void> {
  try {
    for await (const piece of bytes) {
      saw(piece);
      if (!into.write(piece)) await new Promise((resolve) => into.once('drain', resolve));
    }
    into.end();
  } catch (error) {
    into.destroy(error as Error);
    throw error;
  }
}

function directoryOf(files: readonly Written[], moment: Buffer, offset: number): Buffer {
  const heads = files.map((one) =>
    Buffer.concat([
      words(0x02014b50, [version, version, flags, method]),
      moment,
      longs(one.checksum, one.packed, one.size),
      shorts(one.name.length, 0, 0, 0, 0),
      longs(0, one.offset),
      one.name,
    ]),
  );
  const directory = Buffer.concat(heads);
  const end = [words(0x06054b50, [0, 0, files.length, files.length]), longs(directory.length, offset), shorts(0)];
  return Buffer.concat([directory, ...end]);
}

const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);
const shorts = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const longs = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
const words = (signature: number, values: readonly number[]): Buffer =>
  Buffer.concat([longs(signature), shorts(...values)]);

/** As MS-DOS wrote moments, to two seconds. */
const dosMoment = (at: Date): Buffer =>
  shorts(
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  );
