import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { pinnedEnvironment, pinnedNode, root } from '../install.mjs';
import { listFiles, readGit, textOf } from './repository-files.ts';

// `npm run check`: all checks of the source that do not need to run it.

const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const colour = process.stdout.isTTY ? ['--colors=force'] : [];

const sources = ['contract', 'codes', 'server', 'web'];

/** Checkers of one program find much out each for itself; and three programs are looked at, at once. */
const checkers = Math.max(1, Math.floor(availableParallelism() / 3));
const tsc = [bin('tsc'), '--noEmit', '--checkers', String(checkers)];

/** Titles of commits are checked from here on; earlier ones followed no rule. */
const firstChecked = '905ed23e8bff4e9f41679714881fa388d0e0b3a2';
const longestTitle = 72;
/** One imperative sentence about one change: `Add …`, not `Added …`, `Adding …`, `added …`, `docs: …` or `Add …; fix …`. */
const title = /^(?!(?!Embed|Need|Feed|Seed|Exceed|Proceed|Bring)\w+(?:ed|ing)\b)[A-Z][a-z]+(?!:)\b[^;]*[^.;]$/;

interface Step {
  readonly name: string;
  readonly command?: readonly string[];
  /** What is wrong, if anything is. */
  readonly run?: () => string | undefined;
}

const node = pinnedNode() as string;
const steps: readonly Step[] = [
  { name: 'types', command: tsc },
  { name: 'types of web', command: [...tsc, '-p', 'web'] },
  { name: 'types of e2e', command: [...tsc, '-p', 'e2e'] },
  { name: 'biome', command: [bin('biome'), 'check', ...colour] },
  { name: 'knip', command: [bin('knip')] },
  {
    name: 'imports',
    command: [
      bin('depcruise'),
      '--config',
      '.dependency-cruiser.mjs',
      ...sources,
      'simulator',
      'bench',
      'e2e',
      'docs',
      'tools',
    ],
  },
  { name: 'folders', command: [bin('depcruise'), '--config', '.dependency-cruiser-folders.mjs', ...sources] },
  { name: 'collected', command: [node, join('tools', 'check-collected.ts')] },
  { name: 'start', command: [node, join('tools', 'check-start.ts')] },
  { name: 'docs', command: [node, join('tools', 'check-docs.ts')] },
  { name: 'locales', command: [node, join('tools', 'check-locales.ts')] },
  { name: 'release', command: [node, join('tools', 'check-release.ts')] },
  { name: 'api.md', command: [node, 'docs/make-api.ts', '--check'] },
  { name: 'trace.md', command: [node, 'docs/make-trace.ts', '--check'] },
  { name: 'undo.md', command: [node, 'docs/make-undo.ts', '--check'] },
  {
    name: 'source',
    command: [node, join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project=source'],
  },
  { name: 'files', run: checkFiles },
  { name: 'commits', run: checkCommits },
];

const results = await Promise.all(steps.map(runStep));
if (!results.every(Boolean)) process.exitCode = 1;

async function runStep({ name, command = [], run }: Step): Promise<boolean> {
  const start = performance.now();
  const problems = await (run ? run() : runCommand(command));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${problems === undefined ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (problems !== undefined) console.log(`${problems.trim()}\n`);
  return problems === undefined;
}

/** Runs a command; returns its output if it fails. */
function runCommand([command = '', ...args]: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: pinnedEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : output || `exited with ${code}`));
  });
}

/** The repository must not depend on one machine or on one mirror of the package registry. */
function checkFiles(): string | undefined {
  const places = [root, homedir()].filter((place) => !['/', '/root'].includes(place));
  const rules = [
    { about: 'the URL of a package registry', pattern: /\bregistry\.[a-z\d-]+\.[a-z]|"resolved": "https?:/ },
    ...places.map((place) => ({
      about: 'a path of this machine',
      pattern: new RegExp(`(?<![\\w.])${quoted(place)}(?![\\w-])`),
    })),
  ];
  const problems = listFiles().flatMap((path) => {
    const text = readFileSync(join(root, path), 'latin1');
    if (text.includes('\0')) return [];
    return rules.flatMap(({ about, pattern }) => {
      const at = pattern.exec(text)?.index;
      return at === undefined ? [] : [`${path}:${text.slice(0, at).split('\n').length} contains ${about}`];
    });
  });
  problems.push(...lackingInLock());
  return problems.length === 0 ? undefined : problems.join('\n');
}

/** npm omits optional packages for other platforms if it could not see them, and `npm ci` then rejects the lock file. */
function lackingInLock(): string[] {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`])
      .map((name) => `package-lock.json must list ${name}, an optional dependency of ${place} for another platform`),
  );
}

/** The titles of all commits since, but for merges. A shallow clone has none to check. */
function checkCommits(): string | undefined {
  const titles = readGit('log', '--no-merges', '--format=%h %s', `${firstChecked}..HEAD`)?.trim().split('\n') ?? [];
  const problems = titles
    .map((line) => line.split(/ (.*)/, 2))
    .filter(([hash, text = '']) => hash && (text.length > longestTitle || !title.test(text)))
    .map(([hash, text]) => `${hash} ${text}`);
  if (problems.length === 0) return undefined;
  return `A title is one imperative sentence of at most ${longestTitle} characters, without a full stop:\n${problems.join('\n')}`;
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
