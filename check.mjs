import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join, posix } from 'node:path';
import { install, main, pinnedEnvironment, pinnedNode, root } from './install.mjs';

// `npm run check`: all checks of the source that do not need to run it.

const bin = (name) => join(root, 'node_modules', '.bin', name);
const colour = process.stdout.isTTY ? ['--colors=force'] : [];

const sources = ['contract', 'codes', 'server', 'web'];

/** Checkers of one program find much out each for itself; and three programs are looked at, at once. */
const checkers = Math.max(1, Math.floor(availableParallelism() / 3));
const tsc = [bin('tsc'), '--noEmit', '--checkers', String(checkers)];

/** Titles of commits are checked from here on; earlier ones followed no rule. */
const firstChecked = 'b3f5e13aa455dd681cd2aa4429139a7bf615eaf2';
const longestTitle = 72;
/** One imperative sentence about one change: `Add …`, not `Added …`, `Adding …`, `added …`, `docs: …` or `Add …; fix …`. */
const title = /^(?!(?!Embed|Need|Feed|Seed|Exceed|Proceed|Bring)\w+(?:ed|ing)\b)[A-Z][a-z]+(?!:)\b[^;]*[^.;]$/;

const steps = [
  { name: 'types', command: tsc },
  { name: 'types of web', command: [...tsc, '-p', 'web'], needs: 'web/tsconfig.json' },
  { name: 'types of e2e', command: [...tsc, '-p', 'e2e'], needs: 'e2e/tsconfig.json' },
  { name: 'biome', command: [bin('biome'), 'check', ...colour], needs: 'biome.json' },
  { name: 'knip', command: [bin('knip')] },
  {
    name: 'imports',
    command: [bin('depcruise'), '--config', '.dependency-cruiser.mjs', ...sources, 'simulator', 'bench', 'e2e', 'docs'],
  },
  { name: 'folders', command: [bin('depcruise'), '--config', '.dependency-cruiser-folders.mjs', ...sources] },
  { name: 'collected', command: [() => pinnedNode(), 'check-collected.mjs'] },
  { name: 'locales', command: [() => pinnedNode(), 'check-locales.mjs'] },
  { name: 'api.md', command: [() => pinnedNode(), 'docs/make-api.ts', '--check'] },
  { name: 'trace.md', command: [() => pinnedNode(), 'docs/make-trace.ts', '--check'] },
  { name: 'undo.md', command: [() => pinnedNode(), 'docs/make-undo.ts', '--check'] },
  {
    name: 'source',
    command: [() => pinnedNode(), join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project=source'],
  },
  { name: 'files', run: checkFiles },
  { name: 'quotes', run: checkQuotes },
  { name: 'links', run: checkLinks },
  { name: 'commits', run: checkCommits },
];

await main(async () => {
  await install();
  const present = steps.filter(({ needs }) => needs === undefined || existsSync(join(root, needs)));
  const results = await Promise.all(present.map(runStep));
  return results.every(Boolean) ? 0 : 1;
});

async function runStep({ name, command, run }) {
  const begun = performance.now();
  const problems = await (run ? run() : runCommand(command.map((part) => (typeof part === 'string' ? part : part()))));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${problems === undefined ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (problems !== undefined) console.log(`${problems.trim()}\n`);
  return problems === undefined;
}

/** Runs a command; returns its output if it fails. */
function runCommand([command, ...args]) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, env: pinnedEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout.on('data', (text) => (printed += text));
    child.stderr.on('data', (text) => (printed += text));
    child.once('error', (error) => done(error.message));
    child.once('close', (code) => done(code === 0 ? undefined : printed || `exited with ${code}`));
  });
}

/** The repository must not depend on one machine or on one mirror of the package registry. */
function checkFiles() {
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
function lackingInLock() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`])
      .map((name) => `package-lock.json must list ${name}, an optional dependency of ${place} for another platform`),
  );
}

/** Code that docs/adding-a-screen.md quotes must be in the file named in its paragraph, and quoted texts in the locale files. */
function checkQuotes() {
  const page = readFileSync(join(root, 'docs/adding-a-screen.md'), 'utf8');
  const folded = (text) => text.replace(/\s+/g, ' ').trim();
  const texts = listFiles()
    .filter((path) => /^locales\/en\/.+\.json$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const quotes = page.matchAll(/`([\w./-]+\.(?:tsx?|sql))`(?:(?!\n\n)[\s\S])*\n\n```(?:tsx?|sql|diff)\n([\s\S]*?)```/g);
  const problems = [...quotes]
    // A diff shows a change that nobody made: the lines around it are there, and those that it takes away.
    .map(([, path, lines]) => ({ path, quote: lines.replaceAll(/^\+.*\n/gm, '').replaceAll(/^[ -]/gm, '') }))
    .filter(({ path, quote }) => !folded(readFileSync(join(root, path), 'utf8')).includes(folded(quote)))
    .map(({ path }) => `docs/adding-a-screen.md quotes ${path}, but the code there differs`);
  for (const [, lines] of page.matchAll(/```json\n([\s\S]*?)```/g)) {
    for (const line of lines.split('\n').filter((one) => one.includes('": "')))
      if (!texts.includes(line.trim().replace(/,$/, '')))
        problems.push(`docs/adding-a-screen.md quotes a text that is not in locales/en/: ${line}`);
  }
  return problems.length === 0 ? undefined : problems.join('\n');
}

/** Relative links between pages, and decisions named in source files, must have a target; the index must list every decision. */
function checkLinks() {
  const files = new Set(listFiles());
  const textOf = (path) => readFileSync(join(root, path), 'utf8');
  const hasTarget = (target) => {
    const [path, anchor] = target.split('#');
    if (!files.has(path) && !existsSync(join(root, path))) return false;
    return anchor === undefined || anchorsOf(textOf(path)).includes(anchor);
  };
  const problems = [...files].flatMap((path) => {
    if (!/\.(md|[mc]?[jt]sx?|sql|json)$/.test(path) || path === 'package-lock.json') return [];
    const text = textOf(path);
    const named = [...text.matchAll(/\bdocs\/decisions\/[\w-]+\.md/g)].map(([name]) => name);
    const linked = path.endsWith('.md')
      ? [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link]) =>
          link.startsWith('#') ? path + link : posix.join(posix.dirname(path), link),
        )
      : [];
    const missing = [...named, ...linked].filter((target) => !hasTarget(target));
    return missing.map((target) => `${path} refers to ${target}, which does not exist`);
  });
  const decisions = [...files].filter((name) => /^docs\/decisions\/(?!README)[\w-]+\.md$/.test(name));
  const index = decisions.length > 0 ? textOf('docs/decisions/README.md') : '';
  for (const path of decisions) {
    const [name, title] = [posix.basename(path), /^# (.+)/.exec(textOf(path))?.[1]];
    if (!index.includes(`- [${name}](${name}): ${title}\n`))
      problems.push(`docs/decisions/README.md must list "- [${name}](${name}): ${title}"`);
  }
  return problems.length === 0 ? undefined : problems.join('\n');
}

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(text) {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title.toLowerCase());
  return titles.map((title) => title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

/** The titles of all commits since, but for merges. A shallow clone has none to check. */
function checkCommits() {
  const titles = readGit('log', '--no-merges', '--format=%h %s', `${firstChecked}..HEAD`)?.trim().split('\n') ?? [];
  const problems = titles
    .map((line) => line.split(/ (.*)/, 2))
    .filter(([hash, text = '']) => hash && (text.length > longestTitle || !title.test(text)))
    .map(([hash, text]) => `${hash} ${text}`);
  if (problems.length === 0) return undefined;
  return `A title is one imperative sentence of at most ${longestTitle} characters, without a full stop:\n${problems.join('\n')}`;
}

/** What git prints, or nothing where it fails. */
function readGit(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

function quoted(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** All files that are in the repository, or would be added to it. */
function listFiles() {
  const names = readGit('ls-files', '--cached', '--others', '--exclude-standard', '-z')?.split('\0');
  return names?.filter((name) => name !== '' && existsSync(join(root, name))) ?? ['package-lock.json', 'package.json'];
}
