import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { foundFiles } from './found-files.ts';
import { originalPlaces, placeOfBundle } from './original-places.ts';

// Combines the modules of the server, its own and those of packages, to one file, and those of its commands and of the thread that
// stays with it to others: Node.js takes more time and memory to find and read two thousand files than to run them. See
// docs/decisions/server-bundle.md.

const dir = fileURLToPath(new URL('../dist/', import.meta.url));

/** Packages that stay outside: native ones, one that is repaired while it is loaded, and a large one that few servers need. */
const outside = ['@node-rs/argon2', 'sharp', '@aws-sdk/client-s3'];

/** What is run, and the file that it becomes. */
const entries = [
  ['main.ts', 'main.js'],
  ['commands/main.ts', 'commands.js'],
  ['../codes/coder/encode-worker.ts', 'encode-worker.js'],
] as const;

/** What each source becomes, for those who start it as a thread. */
const built = new Map(entries.map(([entry, file]) => [fileURLToPath(new URL(`../${entry}`, import.meta.url)), file]));

for (const [input, file] of built) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: outside.map((name) => new RegExp(`^${name}(/|$)`)),
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [foundFiles(), originalPlaces(dir, built)],
  });
  await bundle.write({
    dir,
    entryFileNames: file,
    format: 'esm',
    codeSplitting: false,
    sourcemap: true,
    banner: placeOfBundle,
  });
  await bundle.close();
}
