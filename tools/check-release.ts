import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { listFiles, textOf } from './repository-files.ts';

// Checks what a release has fixed: its migrations, which databases were made with and are compared with at each start, and that the
// packages and the changelog name the same version.

const folder = 'server/migrations';
/** In the format of `sha256sum`; a release adds its migrations (CONTRIBUTING.md). */
const list = `${folder}/released.sha256`;

const problems = [...checkMigrations(), ...checkVersion()];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

function checkMigrations(): string[] {
  const hashes = new Map(
    [...textOf(list).matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, hash = '', name = '']) => [name, hash]),
  );
  const last = [...hashes.keys()].toSorted().at(-1) ?? '';
  const there = readdirSync(join(root, folder)).filter((name) => name.endsWith('.sql'));
  const instead = 'was released, and databases were made with it: leave it as it is, and write a new migration';
  return [
    ...[...hashes.keys()]
      .filter((name) => !there.includes(name))
      .map((name) => `${folder}/${name} is gone. It ${instead}`),
    ...there
      .filter((name) => hashes.has(name) && hashes.get(name) !== hashOf(textOf(`${folder}/${name}`)))
      .map((name) => `${folder}/${name} was changed. It ${instead}`),
    ...there
      .filter((name) => !hashes.has(name) && name < last)
      .map((name) => `${folder}/${name} has a number before ${last}, which was released: give it a later one`),
  ];
}

function checkVersion(): string[] {
  const versionOf = (path: string) => (JSON.parse(textOf(path)) as { version?: string }).version;
  const version = versionOf('package.json');
  const packages = listFiles().filter((path) => /^[^/]+\/package\.json$/.test(path) || path === 'package-lock.json');
  const released = /^## (\d\S*) – \d{4}-\d\d-\d\d$/m.exec(textOf('CHANGELOG.md'))?.[1];
  return [
    ...packages
      .filter((path) => versionOf(path) !== version)
      .map((path) => `${path} has version ${versionOf(path)}, and package.json ${version}`),
    ...(released === version ? [] : [`CHANGELOG.md has version ${released} first, and package.json ${version}`]),
  ];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
