import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenFiles } from '@suyuan/web/build/page-files.ts';
import { allRoutes } from '@suyuan/web/core/navigation/routes.ts';
import { root } from '../install.mjs';

// Checks what is found by its file name: the screens of the console, the tables of the schema with their facts, and the modules
// that serve calls. Each must exist once and in its place. That the server is assembled from them and serves every call is checked
// by check-start.ts, and by tests that every table of the database has its facts.

/** Screens in the folder of another branch, whose parts they use: `diversion` is built like a report. */
const elsewhere = new Map([['diversion', 'report']]);

const problems = [...checkScreens(), ...checkTables(), ...checkPlatform(), ...checkServed()];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

/** Every leaf of the routes must have a screen in the folder of its branch, and every screen a leaf. */
function checkScreens(): string[] {
  const files = screenFiles(join(root, 'web'));
  const leaves = new Map(allRoutes.flatMap((branch) => leavesOf(branch).map(({ name }) => [name, branch.name])));
  const paths = filesOf('web/features/**/*.screen.tsx');
  return [
    ...[...leaves]
      .filter(([key]) => !files[key])
      .map(([key, branch]) => `the menu entry ${key} has no screen: add web/features/${branch}/…/${key}.screen.tsx`),
    ...[...leaves]
      .map(([key, branch]) => ({ key, branch, file: files[key], folder: elsewhere.get(key) ?? branch }))
      .filter(({ file, folder }) => file && !file.startsWith(`features/${folder}/`))
      .map(
        ({ key, branch, file, folder }) =>
          `web/${file} must be in web/features/${folder}/, because it is the screen of ${branch} › ${key}`,
      ),
    ...Object.keys(files)
      .filter((key) => !leaves.has(key))
      .map((key) => `web/${files[key]}: no menu entry in contract/menu/ has the key ${key}`),
    ...paths
      .filter((path) => !Object.values(files).some((file) => path === `web/${file}`))
      .map((path) => `${path}: another file is the screen of this menu entry already`),
    ...paths.filter(lacksDefault).map((path) => `${path} must default-export its screen component`),
  ];
}

type Route = (typeof allRoutes)[number];

function leavesOf(route: Route): Route[] {
  return route.children ? route.children.flatMap(leavesOf) : [route];
}

/** A table of the schema must have its facts in the same file, and the file a name by which it is found. */
function checkTables(): string[] {
  return filesOf('server/**/*.ts').flatMap((path) => {
    const text = read(path);
    if (!/^declare module '.*\/schema\.ts'/m.test(text)) return [];
    if (!path.endsWith('.table.ts'))
      return [`${path} must be named <thing>.table.ts, because it adds a table to the schema`];
    const tables = text.match(/^ {2}interface Schema \{\n(.*?)^ {2}\}/ms)?.[1] ?? '';
    return [...tables.matchAll(/^ {4}(\w+):/gm)]
      .filter(([, name]) => !new RegExp(`^export const \\w+ = defineTable\\('${name}'`, 'm').test(text))
      .map(([, name]) => `${path} must declare the facts of the table ${name}: export defineTable('${name}', …)`);
  });
}

/**
 * The platform may name only its own tables: what it needs to know of a module's table is in the table's facts or in an
 * `LateBound`.
 */
function checkPlatform(): string[] {
  const tablesIn = (path: string) => [...read(path).matchAll(/defineTable\(\s*'(\w+)'/g)].map(([, name]) => name);
  const paths = filesOf('server/**/*.table.ts');
  const foreign = paths.filter((path) => !path.startsWith('server/platform/')).flatMap(tablesIn);
  const names = `(?<name>${foreign.join('|')})`;
  const reference = new RegExp(
    `\\b(?:from|join|into|update|table)\\s+${names}\\b|(?:from|into|table|join|using)\\(\\s*['"\`]${names}\\b`,
    'gi',
  );
  return filesOf('server/platform/**/*.ts')
    .filter((path) => !/\.test\.ts$/.test(path))
    .flatMap((path) =>
      [...withoutComments(read(path)).matchAll(reference)].map(
        ({ groups }) => `${path} must not refer to ${groups?.name}, which is a table of a module`,
      ),
    );
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function checkServed(): string[] {
  return filesOf('server/**/*.serve.ts').flatMap((path) => [
    ...(path.startsWith('server/modules/') ? [] : [`${path} must be in server/modules/, or it is not found`]),
    ...(lacksDefault(path) ? [`${path} must default-export its serve function`] : []),
  ]);
}

function lacksDefault(path: string): boolean {
  return !/^export default /m.test(read(path));
}

function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
