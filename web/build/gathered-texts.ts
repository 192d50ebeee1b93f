import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

type Texts = Readonly<Record<string, string>>;

/**
 * Texts that are loaded with another file than that of their branch: the menu needs the titles of all branches, the search the
 * texts for adding a record, and the audit log the names of things.
 */
const destinations = [
  { key: /^menu\./, file: 'console' },
  { key: /^[a-z]+\.add$/, file: 'console' },
  { key: /^auditlog\.thing\./, file: 'organ' },
] as const;

/** The file with which a text is loaded. */
export const loadedWith = (key: string, file: string): string =>
  destinations.find((texts) => texts.key.test(key))?.file ?? file;

export const textFile = /\/locales\/\w+\/(?!server|consumer)\w+\.json$/;

export function gatheredTexts(): Plugin {
  return {
    name: 'gathered-texts',
    load(id) {
      if (!textFile.test(id)) return undefined;
      const folder = dirname(id);
      const textOfKey: Record<string, string> = {};
      for (const path of globSync('*.json', { cwd: folder }).toSorted()) {
        this.addWatchFile(join(folder, path));
        const texts: Texts = JSON.parse(readFileSync(join(folder, path), 'utf8'));
        for (const [key, text] of Object.entries(texts)) {
          if (loadedWith(key, basename(path, '.json')) === basename(id, '.json')) textOfKey[key] = text;
        }
      }
      return JSON.stringify(textOfKey);
    },
  };
}
