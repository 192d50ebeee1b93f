import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as contract from '@suyuan/contract/call-files.ts';
import type { Plugin } from 'rolldown';
import * as server from '#collected-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The modules that find files in folders and import them, with what they find. Both export the same two names. */
const finders = new Map([
  [join(root, 'contract', 'call-files.ts'), contract],
  [join(root, 'server', 'collected-files.ts'), server],
]);

/** Has the bundle list the files that these modules would look for, so that it contains them and reads no folder. */
export function foundFiles(): Plugin {
  return {
    name: 'found-files',
    load(id) {
      const finder = finders.get(id);
      if (!finder) return undefined;
      const entries = finder.fileNames.map((name) => {
        const path = JSON.stringify(join(dirname(id), name));
        return `${JSON.stringify(name)}: () => import(${path})`;
      });
      return {
        code: `const files = { ${entries.join(',\n')} };
          export const fileNames = Object.keys(files);
          export const importFile = (name) => files[name]();`,
        moduleType: 'js',
      };
    },
  };
}
