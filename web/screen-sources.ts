import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const screenLine = /^ {2}(\w+): \(\) => import\('\.\.\/([\w/.]+)'\),$/gm;

/** Tells the server, in `screens.json`, the source of each screen: the page it serves begins to fetch it at once. */
export function screenSources(root: string): Plugin {
  return {
    name: 'screen-sources',
    apply: 'build',
    generateBundle() {
      const source = readFileSync(join(root, 'app/screens.tsx'), 'utf8');
      const screens = Object.fromEntries([...source.matchAll(screenLine)].map(([, key, path]) => [key, path]));
      if (Object.keys(screens).length === 0) this.error('app/screens.tsx lists its screens in another way');
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screens) });
    },
  };
}
