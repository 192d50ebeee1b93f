import { builtinModules } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';

const places = /new URL\(\s*(?:'([^']*)'|`([^`]*)`),\s*import\.meta\.url\s*\)/g;
const loadsAtRunTime = /\bcreateRequire\(|\bimport\.meta\.resolve\(/;
const loaded = /(?:\b(?:require|resolve)|\))\(\s*'([@\w][^']*)'\s*\)/g;
const ofPackage = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/;

/**
 * What the bundle reads when it runs, beside its own files: packages that are outside of it or look for files of theirs, and our
 * own files and folders. `tools/package` installs these with it, so nothing has to be listed a second time.
 */
export class Beside {
  readonly #root: string;
  readonly #packages = new Set<string>();
  readonly #files = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Adds what a module that knows its place finds from there. Its threads are in the bundle. */
  addPlaces(id: string, code: string): void {
    // The bundler's own module, for one, has no place.
    if (!isAbsolute(id)) return;
    const name = ofPackage.exec(id)?.[1];
    if (name !== undefined) {
      this.#packages.add(name.replaceAll('\\', '/'));
      return;
    }
    for (const [, text = '', template = ''] of code.matchAll(places)) {
      const path = text || template.replace(/[^/]*\$\{.*/s, '');
      if (path.endsWith('.ts')) continue;
      this.#files.add(relative(this.#root, join(dirname(id), path)).replaceAll('\\', '/'));
    }
    if (!loadsAtRunTime.test(code)) return;
    const names = [...code.matchAll(loaded)].map(([, name]) => name as string);
    if (names.length === 0) throw new Error(`${id} loads a package whose name server/build/beside.ts cannot read`);
    this.addImports(names);
  }

  /** Adds the packages among what is imported from outside of the bundle. */
  addImports(names: readonly string[]): void {
    for (const name of names) {
      if (name.startsWith('node:') || builtinModules.includes(name) || /^[./]/.test(name)) continue;
      this.#packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] as string);
    }
  }

  json(): string {
    return `${JSON.stringify({ packages: [...this.#packages].sort(), files: [...this.#files].sort() }, null, 2)}\n`;
  }
}
