import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, root } from '../../install.mjs';
import { launcher } from './launcher.ts';
import { licences } from './licences.ts';
import { installedWith } from './lock.ts';

/** A file of the package, or a symbolic link in it. */
export interface Content {
  /** From the folder of the package, with slashes. */
  readonly path: string;
  readonly isExecutable?: boolean;
  readonly source?: { readonly path: string; readonly size: number };
  readonly text?: string;
  readonly link?: string;
}

/** What the bundle says it reads beside itself (`server/build/beside.ts`). */
interface Beside {
  readonly packages: readonly string[];
  readonly files: readonly string[];
}

/** Of no use to a program that runs: Node.js takes no TypeScript from packages. */
const superfluous = /\.map$|\.[cm]?ts$|(^|\/)\.fingerprint$/;

/** Everything in the package, at the same places as in the repository, because the bundle looks for it there. */
export function contentsOf(): Content[] {
  const { packages, files } = JSON.parse(readFileSync(join(root, 'server/dist/beside.json'), 'utf8')) as Beside;
  const places = installedWith(packages, 'server');
  const contents = [
    { path: 'bin/suyuan', isExecutable: true, text: launcher() },
    { path: 'bin/node', isExecutable: true, source: fileAt(pinnedNode() as string) },
    { path: 'package.json', text: packageFile() },
    { path: 'THIRD-PARTY-LICENSES.txt', text: licences() },
    { path: 'suyuan.service', source: fileAt(join(root, 'deploy/suyuan.service')) },
    ...under('LICENSE'),
    ...under('CHANGELOG.md'),
    ...under('server/dist').filter(({ path }) => path.endsWith('.js')),
    ...files.flatMap(under),
    ...places.flatMap(under),
  ];
  // A file that the bundle names may lie in a folder that it names.
  return [...new Map(contents.map((content) => [content.path, content])).values()];
}

/** The files at a path of the repository: the file itself, or all in the folder. Packages inside of packages are separate. */
function under(path: string): Content[] {
  const stats = lstatSync(join(root, path));
  if (superfluous.test(path)) return [];
  if (stats.isSymbolicLink()) return [{ path, link: readlinkSync(join(root, path)) }];
  if (!stats.isDirectory())
    return [{ path, isExecutable: (stats.mode & 0o100) !== 0, source: fileAt(join(root, path)) }];
  return readdirSync(join(root, path)).flatMap((name) => (name === 'node_modules' ? [] : under(`${path}/${name}`)));
}

function fileAt(path: string) {
  return { path, size: lstatSync(path).size };
}

/** Tells Node that the bundle has ES modules, and people and scanners what this is. */
function packageFile(): string {
  const { name, version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `${JSON.stringify({ name, version, description, license, private: true, type: 'module' }, null, 2)}\n`;
}
