import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Content } from './contents.ts';

type Archive = ReturnType<typeof pack>;

/**
 * Writes a .tar.gz whose bytes depend on the contents and `mtime` only: not on the order of the file system, on who packs, or on the
 * umask. Everything is in one folder, `name`.
 */
export async function writeArchive(path: string, name: string, contents: readonly Content[], mtime: Date) {
  const archive = pack();
  const writing = pipeline(archive, createGzip(), createWriteStream(path));
  const owner = { mtime, uid: 0, gid: 0, uname: 'root', gname: 'root' };
  const sorted = contents.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  for (const folder of foldersOf(sorted)) {
    archive.entry({ ...owner, name: posix.join(name, folder, '/'), type: 'directory', mode: 0o755 });
  }
  for (const content of sorted) {
    const header = { ...owner, name: posix.join(name, content.path), mode: content.isExecutable ? 0o755 : 0o644 };
    if (content.link !== undefined) archive.entry({ ...header, type: 'symlink', mode: 0o777, linkname: content.link });
    else if (content.source) await addFile(archive, header, content.source);
    else archive.entry(header, content.text ?? '');
  }
  archive.finalize();
  await writing;
}

async function addFile(
  archive: Archive,
  header: Parameters<Archive['entry']>[0],
  { path, size }: { path: string; size: number },
) {
  const entry = archive.entry({ ...header, size });
  const closed = once(entry, 'close');
  await pipeline(createReadStream(path), entry);
  await closed;
}

/** All folders above the contents, each after the one that it is in. */
function foldersOf(contents: readonly Content[]): string[] {
  const folders = new Set(['']);
  for (const { path } of contents) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
  }
  return [...folders].sort();
}
