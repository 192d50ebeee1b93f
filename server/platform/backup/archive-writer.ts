import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Encrypter } from 'age-encryption';
import { type Pack, pack } from 'tar-stream';
import type { Part } from './manifest.ts';

/** Writes a backup into a file that has its name only when it is complete and on disk. */
export class ArchiveWriter {
  readonly path: string;
  readonly #tar: Pack = pack();
  readonly #at: Date;
  readonly #file: FileHandle;
  readonly #draft: string;
  readonly #written: Promise<void>;
  readonly #parts: Part[] = [];
  #bytes = 0;

  private constructor(path: string, draft: string, file: FileHandle, passphrase: string | undefined, at: Date) {
    this.path = path;
    this.#draft = draft;
    this.#file = file;
    this.#at = at;
    this.#written = this.#write(passphrase);
    // Whoever adds to it is told.
    this.#written.catch((error) => this.#tar.destroy(error as Error));
  }

  /** Refuses a file that is there. With a passphrase, what is written is encrypted to it in the format of age. */
  static async create(path: string, passphrase: string | undefined, at: Date): Promise<ArchiveWriter> {
    if (await stat(path).catch(() => undefined)) throw new Error(`${path} is there already: name another file.`);
    const draft = `${path}.unfinished-${process.pid}`;
    const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new Error(`The backup cannot be written to ${path}: ${error.message}`, { cause: error });
    });
    return new ArchiveWriter(path, draft, file, passphrase, at);
  }

  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** What was written so far, in bytes of the file. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a part. Resolves when there is room for the next one. */
  async add(name: string, bytes: Buffer, about: Pick<Part, 'rows' | 'unpacked'> = {}): Promise<Part> {
    const part = { name, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, ...about };
    await new Promise<void>((resolve, reject) => {
      const header = { name, size: bytes.length, mtime: this.#at, mode: 0o600 };
      const entry = this.#tar.entry(header, (error) => (error ? reject(error) : resolve()));
      entry.end(bytes);
    }).catch(async (error) => {
      await this.#written;
      throw error;
    });
    this.#parts.push(part);
    return part;
  }

  /** Completes the file. */
  async close(): Promise<void> {
    this.#tar.finalize();
    await this.#written;
    await this.#file.sync();
    await this.#file.close();
    await rename(this.#draft, this.path);
    await syncFolder(dirname(this.path));
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    this.#tar.destroy();
    await this.#written.catch(() => {});
    await this.#file.close().catch(() => {});
    await rm(this.#draft, { force: true });
  }

  async #write(passphrase: string | undefined): Promise<void> {
    const plain = this.#tar as AsyncIterable<Uint8Array>;
    const bytes = passphrase === undefined ? plain : await encrypted(plain, passphrase);
    await this.#file.writeFile(this.#counted(bytes));
  }

  async *#counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#bytes += chunk.length;
      yield chunk;
    }
  }
}

async function encrypted(plain: AsyncIterable<Uint8Array>, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(ReadableStream.from(plain) as ReadableStream<Uint8Array>);
}

/** Makes the name of a file durable; Windows does that by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
