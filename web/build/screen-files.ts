import { globSync } from 'node:fs';
import { basename } from 'node:path';

/** The source files of the screens, relative to web/, by menu key. */
export const screenFiles = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('features/**/*.screen.tsx', { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => [basename(path, '.screen.tsx'), path]),
  );
