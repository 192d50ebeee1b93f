import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../install.mjs';
import { installedWith, locked } from './lock.ts';

const line = '-'.repeat(80);

/**
 * The licences of all packages that the server, its commands and the console contain. Most are part of a bundle and are no longer
 * recognisable in it, but may only be passed on with their licence.
 */
export function licences(): string {
  const places = ['contract', 'server', 'web'].flatMap((workspace) =>
    installedWith(Object.keys(locked[workspace]?.dependencies ?? {}), workspace),
  );
  const texts = [...new Set(places)].sort().map((place) => {
    const name = place.replace(/.*node_modules\//, '');
    const { version, license = 'see below' } = locked[place] as (typeof locked)[string];
    return `${line}\n${name} ${version} (${license})\n${line}\n\n${textsIn(place)}`;
  });
  return `suyuan contains these packages, under their own licences.\n\n${texts.join('\n')}`;
}

function textsIn(place: string): string {
  const names = readdirSync(join(root, place)).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name));
  return names
    .sort()
    .map((name) => readFileSync(join(root, place, name), 'utf8').trimEnd())
    .concat('')
    .join('\n\n');
}
