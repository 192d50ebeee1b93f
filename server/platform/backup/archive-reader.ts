import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';

/** A part of a backup, whole: no part is larger than some megabytes, but for rows with a large value. */
export interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What an encrypted file begins with (https://age-encryption.org/v1). */
const ageMagic = 'age-encryption.org/v1';

/** Yields the parts of a backup, one by one. Throws with a sentence for the administrator if it cannot be read. */
export async function* readArchive(path: string, passphrase: string | undefined): AsyncGenerator<Entry, void> {
  const isEncrypted = await beginsWith(path, ageMagic);
  if (isEncrypted && passphrase === undefined)
    throw new Error(`${path} is encrypted. Set SUYUAN_BACKUP_PASSPHRASE to the passphrase that it was made with.`);
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  try {
    const tar = extract();
    const bytes = isEncrypted ? await decrypted(file, passphrase as string, path) : file;
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
    throw readable(error as Error, path);
  } finally {
    file.destroy();
  }
}

async function feed(tar: ReturnType<typeof extract>, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) {
    if (!tar.write(chunk)) await new Promise<void>((resolve) => tar.once('drain', () => resolve()));
  }
  tar.end(null);
}

async function decrypted(file: AsyncIterable<Uint8Array>, passphrase: string, path: string) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(ReadableStream.from(file) as ReadableStream<Uint8Array>);
  } catch (cause) {
    throw new Error(
      `${path} cannot be decrypted: SUYUAN_BACKUP_PASSPHRASE is not the passphrase that it was made with.`,
      {
        cause,
      },
    );
  }
}

async function beginsWith(path: string, magic: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The backup ${path} cannot be read: ${error.message}`, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === magic;
  } finally {
    await file.close();
  }
}

/** Errors of the libraries say nothing about the file. */
function readable(error: Error, path: string): Error {
  if (error.message.includes(path)) return error;
  return new Error(`${path} is damaged, or not a backup: ${error.message}`, { cause: error });
}
