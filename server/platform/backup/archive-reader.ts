import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import type { Location } from './storage/storage.ts';

/** A part of a backup, whole: no part is larger than some megabytes, but for rows with a large value. */
export interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What an encrypted file begins with (https://age-encryption.org/v1). */
const ageMagic = 'age-encryption.org/v1';

/** Yields the parts of a backup, one by one. Throws with a sentence for the administrator if it cannot be read. */
export async function* readArchive(location: Location, passphrase: string | undefined): AsyncGenerator<Entry, void> {
  const file = location.read()[Symbol.asyncIterator]();
  try {
    const start = await startOf(file, ageMagic.length);
    const isEncrypted = start.toString('latin1', 0, ageMagic.length) === ageMagic;
    if (isEncrypted && passphrase === undefined)
      throw new Error(
        `${location.name} is encrypted. Set SUYUAN_BACKUP_PASSPHRASE to the passphrase that it was made with.`,
      );
    const tar = extract();
    const whole = joined(start, file);
    const bytes = isEncrypted ? await decrypted(whole, passphrase as string, location.name) : whole;
    const transfer = feed(tar, bytes);
    // The error of what comes in is the cause of the one that is met below.
    transfer.catch((error) => tar.destroy(error as Error));
    for await (const entry of tar) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
    }
    await transfer;
  } catch (error) {
    throw readable(error as Error, location.name);
  } finally {
    await file.return?.();
  }
}

/** So many bytes from the beginning, or a few more; fewer if there are no more. */
async function startOf(file: AsyncIterator<Uint8Array>, size: number): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < size) {
    const { value, done } = await file.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* joined(start: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function feed(tar: ReturnType<typeof extract>, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) {
    if (!tar.write(chunk)) await new Promise<void>((resolve) => tar.once('drain', () => resolve()));
  }
  tar.end(null);
}

async function decrypted(file: AsyncIterable<Uint8Array>, passphrase: string, name: string) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(ReadableStream.from(file) as ReadableStream<Uint8Array>);
  } catch (cause) {
    throw new Error(
      `${name} cannot be decrypted: SUYUAN_BACKUP_PASSPHRASE is not the passphrase that it was made with.`,
      {
        cause,
      },
    );
  }
}

/** Errors of the libraries say nothing about the file. */
function readable(error: Error, name: string): Error {
  if (error.message.includes(name)) return error;
  return new Error(`${name} is damaged, or not a backup: ${error.message}`, { cause: error });
}
