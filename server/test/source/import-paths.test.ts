import { globSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const packages = ['contract', 'codes', 'locales', 'server', 'simulator', 'web'];
/** How many folders a relative import may climb. */
const mostClimbed = 2;
const relative = /(?:\bfrom|\bimport|\bimport\(|\bdeclare module|vi\.mock\()\s*'(\.\.?\/[^']+)'/g;

const packageOf = (path: string): string | undefined => packages.find((name) => path.startsWith(`${name}/`));

/** A part of a package that is named by its folder; `features` and `modules` consist of several. */
function partOf(path: string): string {
  const folders = dirname(path).split('/');
  if (folders[0] !== 'server' && folders[0] !== 'web') return folders[0] as string;
  return folders.slice(0, folders[1] === 'features' || folders[1] === 'modules' ? 3 : 2).join('/');
}

/** Why the import should be by a name, if it should. */
function problemOf(path: string, imported: string): string | undefined {
  const target = posix.join(dirname(path), imported);
  // The scripts in the root have no package.
  if (packageOf(target) === undefined) return undefined;
  if (packageOf(path) !== packageOf(target)) return `@suyuan/${target}`;
  const climbs = imported.split('../').length - 1;
  const inside = target.slice(target.indexOf('/') + 1);
  return partOf(path) !== partOf(target) || climbs > mostClimbed ? `#${inside}` : undefined;
}

test('what is in another part, or more than two folders up, is imported by its name', () => {
  const files = globSync('{bench,codes,contract,docs,e2e,server,simulator,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', 'web/build/**', 'web/vite*.config.ts'],
  });
  const problems = files.flatMap((path) =>
    [...readFileSync(new URL(path, root), 'utf8').matchAll(relative)].flatMap(([, imported]) => {
      const name = problemOf(path, imported as string);
      return name === undefined ? [] : [`${path}: import ${name} instead of ${imported}`];
    }),
  );
  expect(problems).toEqual([]);
});
