import { globSync } from 'node:fs';
import { basename } from 'node:path';

/** The files of the screens within web/, by the menu keys that they are named after. */
export const screenFiles = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('features/**/*.screen.tsx', { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => [basename(path, '.screen.tsx'), path]),
  );
