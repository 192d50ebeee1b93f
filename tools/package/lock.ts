import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../install.mjs';

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What package-lock.json says of each package and workspace, by its folder. */
export const locked: Readonly<Record<string, Locked>> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages;

/**
 * The folders of packages, as seen from a workspace, with all that they depend on. Optional ones that are not installed, because they
 * are for other platforms, are left out.
 */
export function installedWith(names: readonly string[], workspace: string): string[] {
  const found = new Set<string>();
  const waiting = names.map((name) => ({ name, from: workspace, isOptional: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, from, isOptional } = next;
    const place = placeOf(name, from);
    if (place === undefined || !existsSync(join(root, place))) {
      if (isOptional) continue;
      throw new Error(`${name}, on which ${from} depends, is not installed`);
    }
    if (found.has(place)) continue;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = locked[place] as Locked;
    waiting.push(
      ...Object.keys(dependencies).map((name) => ({ name, from: place, isOptional: false })),
      ...Object.keys(optionalDependencies).map((name) => ({ name, from: place, isOptional: true })),
    );
  }
  // Workspaces are in the bundle.
  return [...found].filter((place) => !locked[place]?.link).sort();
}

/** Where a package is installed that a folder depends on: in its own node_modules, or in those of a folder above. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (locked[place]) return place;
    if (folder === '') return undefined;
  }
}
