import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/** Where the list belongs in the source of the service worker; the name is that of Workbox. */
const placeholder = 'self.__WB_MANIFEST';

/**
 * Writes the list of all files of a build into its service worker, which fetches them once, for a start without a network. Hashed
 * files are known by their names, all others by a hash of their content.
 */
export function precacheList(worker: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'precache-list',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    // After Vite, which sets the final file names of the page here.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = Object.values(bundle)
          .filter(({ fileName }) => fileName !== worker)
          .map((file) => ({ name: file.fileName, content: file.type === 'chunk' ? file.code : file.source }));
        const copied = readdirSync(config.publicDir).map((name) => ({
          name,
          content: readFileSync(join(config.publicDir, name)),
        }));
        const files = [...built, ...copied]
          .map(({ name, content }) => ({
            url: config.base + name.replace(/^index\.html$/, ''),
            revision: name.startsWith('assets/')
              ? null
              : createHash('sha256').update(content).digest('hex').slice(0, 16),
          }))
          .sort((one, other) => (one.url < other.url ? -1 : 1));
        const chunk = bundle[worker];
        if (chunk?.type !== 'chunk' || !chunk.code.includes(placeholder)) this.error(`${worker} has no ${placeholder}`);
        else chunk.code = chunk.code.replace(placeholder, () => JSON.stringify(files));
      },
    },
  };
}
