import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, pinnedEnvironment, root } from './install.mjs';

const fingerprintFile = join(root, 'web', 'dist', '.fingerprint');

/** Builds the front end, unless its sources are unchanged since the last build. */
export async function buildWeb() {
  const fingerprint = takeFingerprint();
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) return;
  console.log('Building the front end …');
  const { code, printed } = await runVite();
  if (code !== 0) throw new Problem(`${printed}\nThe front end could not be built (see above).`);
  writeFileSync(fingerprintFile, fingerprint);
}

/** A fingerprint of names, sizes and times instead of contents, because it is computed at every start. */
function takeFingerprint() {
  const hash = createHash('sha256');
  for (const path of ['web', 'contract', 'codes', 'locales', 'package-lock.json'].flatMap(filesUnder)) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) return [];
    if (/\.test\.\w+$/.test(entry.name)) return [];
    return entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`];
  });
}

function runVite() {
  return new Promise((done) => {
    const command = join(root, 'node_modules', '.bin', 'vite');
    const options = { cwd: join(root, 'web'), env: pinnedEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] };
    const child = spawn(command, ['build', '--logLevel', 'warn'], options);
    let printed = '';
    child.stdout.on('data', (text) => (printed += text));
    child.stderr.on('data', (text) => (printed += text));
    child.once('error', (error) => done({ code: 1, printed: error.message }));
    child.once('close', (code) => done({ code, printed: printed.trim() }));
  });
}
