import { createHash } from 'node:crypto';
import { Encrypter } from 'age-encryption';
import { type Pack, pack } from 'tar-stream';
import type { Part } from './manifest.ts';
import type { Draft, Location } from './storage/storage.ts';

/** Writes a backup, which has its name only when it is complete. */
export class ArchiveWriter {
  readonly #tar: Pack = pack();
  readonly #at: Date;
  readonly #draft: Draft;
  readonly #written: Promise<void>;
  readonly #parts: Part[] = [];
  #bytes = 0;

  private constructor(draft: Draft, passphrase: string | undefined, at: Date) {
    this.#draft = draft;
    this.#at = at;
    this.#written = this.#write(passphrase);
    // Whoever adds to it is told.
    this.#written.catch((error) => this.#tar.destroy(error as Error));
  }

  /** Refuses to replace what is there. With a passphrase, what is written is encrypted to it in the format of age. */
  static async create(location: Location, passphrase: string | undefined, at: Date): Promise<ArchiveWriter> {
    return new ArchiveWriter(await location.create(), passphrase, at);
  }

  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** What was written so far, in bytes of the archive. */
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

  /** Completes it. */
  async close(): Promise<void> {
    this.#tar.finalize();
    await this.#written;
    await this.#draft.complete();
  }

  /** Leaves nothing behind. Whoever adds to it meanwhile is told the reason. */
  async abandon(reason?: Error): Promise<void> {
    this.#tar.destroy(reason);
    await this.#draft.abandon();
    await this.#written.catch(() => {});
  }

  async #write(passphrase: string | undefined): Promise<void> {
    const plain = this.#tar as AsyncIterable<Uint8Array>;
    const archive = passphrase === undefined ? plain : await encrypted(plain, passphrase);
    for await (const bytes of archive) {
      this.#bytes += bytes.length;
      await this.#draft.write(bytes);
    }
  }
}

async function encrypted(plain: AsyncIterable<Uint8Array>, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(ReadableStream.from(plain) as ReadableStream<Uint8Array>);
}
