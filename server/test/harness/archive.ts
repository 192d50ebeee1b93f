import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** The texts of the files of a ZIP archive. */
export async function unpackedZip(bytes: Buffer): Promise<Record<string, string>> {
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const files: Record<string, string> = {};
  for await (const entry of archive.eachEntry()) {
    files[entry.fileName] = `${await buffer(await archive.openReadStreamPromise(entry))}`;
  }
  return files;
}
