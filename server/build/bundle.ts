import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { Beside } from './beside.ts';
import { foundFiles } from './found-files.ts';
import { originalPlaces, placeOfBundle } from './original-places.ts';

// Combines the modules of the server, its own and those of packages, to one file, and those of its commands and of its threads to
// others: Node.js takes more time and memory to find and read two thousand files than to run them. See
// docs/decisions/server-bundle.md.

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = join(root, 'server', 'dist');

/** Packages that stay outside: native ones, one that is repaired while it is loaded, and a large one that few servers need. */
const outside = ['@node-rs/argon2', 'sharp', '@aws-sdk/client-s3'];

/** What is run, and the file that it becomes. */
const entries = [
  ['server/main.ts', 'main.js'],
  ['server/commands/main.ts', 'commands.js'],
  ['codes/coder/encode-worker.ts', 'encode-worker.js'],
  ['server/identity/print/paper-worker.ts', 'paper-worker.js'],
  ['server/modules/tagging/label/label-worker.ts', 'label-worker.js'],
  ['server/platform/files/read-worker.ts', 'read-worker.js'],
  ['server/modules/physical/handheld/codes/code-map-worker.ts', 'code-map-worker.js'],
  // Imported by the thread that reads a file.
  ['server/modules/plant/packing/file/packing-lines.ts', 'packing-lines.js'],
] as const;

/** What each source becomes, for those who start it as a thread. */
const built = new Map(entries.map(([entry, file]) => [join(root, entry), file]));
const beside = new Beside(root);
const written = ['beside.json'];

for (const [input, file] of built) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: outside.map((name) => new RegExp(`^${name}(/|$)`)),
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [foundFiles(), originalPlaces(dir, built, beside)],
  });
  const { output } = await bundle.write({
    dir,
    entryFileNames: file,
    format: 'esm',
    codeSplitting: false,
    sourcemap: true,
    banner: placeOfBundle,
  });
  await bundle.close();
  for (const part of output) {
    written.push(part.fileName);
    if (part.type === 'chunk')
      beside.addImports([...part.imports, ...part.dynamicImports].filter((name) => name !== file));
  }
}

writeFileSync(join(dir, 'beside.json'), beside.json());
// What an earlier version has built.
for (const name of readdirSync(dir)) if (!written.includes(name)) rmSync(join(dir, name), { recursive: true });
