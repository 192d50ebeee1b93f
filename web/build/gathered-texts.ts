import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

type Texts = Readonly<Record<string, string>>;

/**
 * Texts that stand with all others of their branch, but are said elsewhere: the menu has the titles of every branch, the
 * search what their lists call adding a record, the audit log what its things are called. They are loaded with the file that
 * is named here, and not with their own.
 */
const saidIn = [
  { key: /^menu\./, file: 'console' },
  { key: /^[a-z]+\.add$/, file: 'console' },
  { key: /^auditlog\.thing\./, file: 'organ' },
] as const;

/** The file that a text is loaded with, which is the one it stands in for most. */
export const loadedWith = (key: string, file: string): string =>
  saidIn.find((texts) => texts.key.test(key))?.file ?? file;

export const textFile = /\/locales\/\w+\/(?!server|consumer)\w+\.json$/;

export function gatheredTexts(): Plugin {
  return {
    name: 'gathered-texts',
    load(id) {
      if (!textFile.test(id)) return undefined;
      const folder = dirname(id);
      const gathered: Record<string, string> = {};
      for (const path of globSync('*.json', { cwd: folder }).toSorted()) {
        this.addWatchFile(join(folder, path));
        const texts: Texts = JSON.parse(readFileSync(join(folder, path), 'utf8'));
        for (const [key, text] of Object.entries(texts)) {
          if (loadedWith(key, basename(path, '.json')) === basename(id, '.json')) gathered[key] = text;
        }
      }
      return JSON.stringify(gathered);
    },
  };
}
