import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { foundFiles } from './found-files.ts';
import { originalPlaces, placeOfBundle } from './original-places.ts';

// Combines the modules of the server, its own and those of packages, to one file, and those of its commands to another: Node.js
// takes more time and memory to find and read two thousand files than to run them. See docs/decisions/server-bundle.md.

const dir = fileURLToPath(new URL('../dist/', import.meta.url));

/** Packages that stay outside: native ones, one that is repaired while it is loaded, and a large one that few servers need. */
const outside = ['@node-rs/argon2', 'sharp', '@aws-sdk/client-s3'];

/** What is run, and the file that it becomes. */
const entries = [
  ['main.ts', 'main.js'],
  ['commands/main.ts', 'commands.js'],
] as const;

for (const [entry, file] of entries) {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../${entry}`, import.meta.url)),
    platform: 'node',
    external: outside.map((name) => new RegExp(`^${name}(/|$)`)),
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [foundFiles(), originalPlaces(dir)],
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
