import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// The arrows of the design: contract, codes <- server/platform <- server/modules <- server/main.ts
//                           contract <- web/ui <- web/layout, web/features <- web/app

const root = dirname(fileURLToPath(import.meta.url));
const folders = ['contract', 'codes', 'server', 'web', 'bench', 'e2e'];
const importing = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"\n]+)\1/g;
const vagueName = /^(utils?|helpers?|common|misc|manager)(\.\w+)*$/i;

/** Who may not import what. Each rule answers a reason, or nothing. Tests inside the server may reach across it. */
const rules = [
  (from, to) => from.top === 'contract' && to.top !== 'contract' && 'contract imports nothing of ours',
  (from, to) => from.top === 'codes' && to.top !== 'codes' && 'codes imports nothing of ours',
  (from, to) =>
    from.top === 'server' &&
    !inside(to, 'server', 'contract', 'codes') &&
    !from.test &&
    'the server stands on contract and codes only',
  (from, to) =>
    from.top === 'web' &&
    !inside(to, 'web', 'contract', 'codes', 'locales') &&
    'the front end reaches the server by the contract only',
  (from, to) =>
    from.area === 'server/platform' &&
    to.top === 'server' &&
    to.area !== 'server/platform' &&
    !from.test &&
    'server/platform knows nothing of what stands on it',
  (from, to) =>
    from.area === 'server/modules' &&
    to.area === 'server/modules' &&
    from.branch !== to.branch &&
    to.branch !== 'trace' &&
    !from.test &&
    "a module does not import a sibling's inside: what two need goes to trace or platform",
  (from, to) =>
    from.area === 'server/modules' &&
    to.top === 'server' &&
    !inside(to, 'server/platform', 'server/modules') &&
    !from.test &&
    'a module stands on platform and trace',
  (from, to) =>
    from.area === 'web/ui' &&
    inside(to, 'web/features', 'web/layout', 'web/app', 'web/consumer') &&
    'web/ui knows no screen',
  (from, to) =>
    from.area === 'web/features' && inside(to, 'web/layout', 'web/app', 'web/consumer') && 'a feature stands on web/ui',
  (from, to) =>
    from.area === 'web/features' &&
    to.area === 'web/features' &&
    from.branch !== to.branch &&
    "a feature does not import a sibling's inside",
  (from, to) =>
    from.area === 'web/layout' &&
    inside(to, 'web/features', 'web/app', 'web/consumer') &&
    'the layout stands on web/ui',
  (from, to) =>
    from.area === 'web/consumer' &&
    inside(to, 'web/app', 'web/layout', 'web/features', 'web/ui') &&
    'the consumer page never loads the console',
];

const workspaces = readWorkspaces();
const files = folders.flatMap((folder) => listFiles(folder));
const problems = [...files.flatMap(problemsOfName), ...files.filter(isSource).flatMap(problemsOfImports)];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

/** 'server/modules/base/products.ts' -> top 'server', area 'server/modules', branch 'base'. */
function place(path) {
  const [top = '', second = '', third = ''] = path.split('/');
  return { path, top, area: `${top}/${second}`, branch: third, test: /(\.test|(^|\/)test-[\w-]+)\.\w+$/.test(path) };
}

function inside({ top, area }, ...places) {
  return places.includes(top) || places.includes(area);
}

function problemsOfName(path) {
  const vague = path.split('/').find((part) => vagueName.test(part));
  if (vague) return [`${path}: "${vague}" says nothing about what is inside`];
  return isSource(path) && /(^|\/)index\.[cm]?[jt]sx?$/.test(path) ? [`${path}: no barrel files`] : [];
}

function problemsOfImports(path) {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(importing)].flatMap((match) => {
    const target = resolveImport(path, match[2]);
    if (target === undefined) return [];
    const line = text.slice(0, match.index).split('\n').length;
    const reasons = rules.map((rule) => rule(place(path), place(target))).filter(Boolean);
    return reasons.map((reason) => `${path}:${line} imports ${target}: ${reason}`);
  });
}

/** A path in the repository, or undefined for a package that is not ours. */
function resolveImport(path, specifier) {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), specifier));
  const owner = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  return owner && posix.join(owner.folder, specifier.slice(owner.name.length));
}

function readWorkspaces() {
  return folders.flatMap((folder) => {
    const file = join(root, folder, 'package.json');
    return existsSync(file) ? [{ folder, name: JSON.parse(readFileSync(file, 'utf8')).name }] : [];
  });
}

function isSource(path) {
  return /\.[cm]?[jt]sx?$/.test(path);
}

function listFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'results'].includes(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [relative(root, join(root, path)).split(sep).join('/')];
  });
}
