import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, pinnedEnvironment, pinnedNode, root } from '../install.mjs';

const vite = (...more) => [join(root, 'node_modules', '.bin', 'vite'), 'build', '--logLevel', 'warn', ...more];

const parts = [
  {
    name: 'front end',
    folder: 'web',
    sources: ['web', 'contract', 'codes', 'locales', 'patches', 'package-lock.json'],
    // The second build is in a folder of the first, which empties it.
    commands: () => [vite(), vite('--config', 'vite.handheld.config.ts')],
  },
  {
    name: 'server',
    folder: 'server',
    sources: ['server', 'contract', 'codes', 'simulator', 'patches', 'package-lock.json'],
    commands: () => [[pinnedNode(), join('build', 'bundle.ts')]],
  },
];

/** Builds the front end and the server, or one of them, unless its sources are unchanged since the last build. */
export async function build(folder) {
  await Promise.all(parts.filter((part) => folder === undefined || part.folder === folder).map(buildPart));
}

async function buildPart({ name, folder, sources, commands }) {
  const fingerprintFile = join(root, folder, 'dist', '.fingerprint');
  const fingerprint = takeFingerprint(sources);
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) return;
  console.log(`Building the ${name} …`);
  for (const command of commands()) {
    const { code, printed } = await run(command, join(root, folder));
    if (code !== 0) throw new Problem(`${printed}\nThe build of the ${name} failed (see above).`);
  }
  writeFileSync(fingerprintFile, fingerprint);
}

/** A fingerprint of names, sizes and times instead of contents, because it is computed at every start. */
function takeFingerprint(sources) {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesUnder)) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) return [];
    if (/\.test\.\w+$/.test(entry.name)) return [];
    return entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`];
  });
}

function run([command, ...args], cwd) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env: pinnedEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout.on('data', (text) => (printed += text));
    child.stderr.on('data', (text) => (printed += text));
    child.once('error', (error) => done({ code: 1, printed: error.message }));
    child.once('close', (code) => done({ code, printed: printed.trim() }));
  });
}
