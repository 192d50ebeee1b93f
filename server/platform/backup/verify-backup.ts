import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { readArchive } from './archive-reader.ts';
import {
  type Header,
  headerName,
  type Manifest,
  manifestName,
  type Part,
  parseHeader,
  parseManifest,
  rowsIn,
} from './manifest.ts';
import { type Report, Steps } from './progress.ts';
import type { Location } from './storage/storage.ts';

/** A backup that is whole. */
export interface Verified {
  readonly manifest: Manifest;
  /** The SHA-256 of its manifest. */
  readonly sha256: string;
}

interface Options {
  readonly location: Location;
  readonly passphrase: string | undefined;
  readonly report: Report;
  /** Called with the header before anything else is read. */
  readonly opened?: (header: Header) => void;
  /** Whether rows are unpacked and counted, too. */
  readonly counting?: boolean;
}

/** What a tar archive says of a part before it. */
const headSize = 512;
const decompress = promisify(zstdDecompress);
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Reads a whole backup, and compares every hash with the manifest. Throws with a sentence if anything is not as it was written. */
export async function verifyBackup({
  location,
  passphrase,
  report,
  opened,
  counting = false,
}: Options): Promise<Verified> {
  const { name: path } = location;
  const parts: Part[] = [];
  const counts = new Map<string, number>();
  let manifest: Manifest | undefined;
  let sha256 = '';
  const steps = new Steps(report, await location.size());
  let read = 0;
  for await (const { name, bytes } of readArchive(location, passphrase)) {
    if (manifest) throw new Error(`${path} is damaged: ${name} stands behind the manifest.`);
    if (parts.length === 0 && name !== headerName)
      throw new Error(`${path} is not a backup: it does not begin with ${headerName}.`);
    if (parts.length === 0) opened?.(parseHeader(bytes));
    if (name === manifestName) {
      manifest = parseManifest(bytes);
      sha256 = hashOf(bytes);
      continue;
    }
    parts.push({ name, sha256: hashOf(bytes), bytes: bytes.length });
    const table = rowsIn(name)?.table;
    if (counting && table !== undefined) counts.set(table, (counts.get(table) ?? 0) + (await rowsOf(bytes, name)));
    read += headSize + bytes.length;
    steps.reach(read, `verifying ${table ?? 'pictures'}`);
  }
  if (!manifest) throw new Error(`${path} is not whole: its end, with the manifest, is missing.`);
  compare(path, parts, manifest);
  if (counting) compareRows(path, counts, manifest);
  return { manifest, sha256 };
}

function compare(path: string, present: readonly Part[], { parts, rows, pictures }: Manifest): void {
  for (const [index, part] of parts.entries()) {
    const here = present[index];
    if (here?.name !== part.name) throw new Error(`${path} is damaged: ${part.name} is missing.`);
    if (here.sha256 !== part.sha256)
      throw new Error(`${path} is damaged: ${part.name} was changed after it was written.`);
  }
  const more = present[parts.length];
  if (more) throw new Error(`${path} is damaged: ${more.name} was put in.`);
  const sums = new Map<string, number>();
  for (const { name, rows: some = 0 } of parts) {
    const table = rowsIn(name)?.table;
    if (table !== undefined) sums.set(table, (sums.get(table) ?? 0) + some);
  }
  compareRows(path, sums, { rows });
  const pictureCount = parts.filter(({ name }) => name.startsWith('pictures/')).length;
  if (pictureCount !== pictures.kept)
    throw new Error(`${path} is damaged: it has ${pictureCount} pictures, not ${pictures.kept}.`);
}

function compareRows(path: string, counts: ReadonlyMap<string, number>, { rows }: Pick<Manifest, 'rows'>): void {
  for (const [table, count] of Object.entries(rows)) {
    const there = counts.get(table) ?? 0;
    if (there !== count) throw new Error(`${path} is damaged: it has ${there} rows of ${table}, not ${count}.`);
  }
}

async function rowsOf(bytes: Buffer, name: string): Promise<number> {
  const text = await decompress(bytes).catch((cause) => {
    throw new Error(`${name} cannot be unpacked.`, { cause });
  });
  let rows = 0;
  // COPY writes line breaks within values as `\n`, so each one ends a row.
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) rows += 1;
  return rows;
}
