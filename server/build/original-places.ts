import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import type { Beside } from './beside.ts';

const ofModules = /\bimport\.meta\.url\b/g;
const ofCommonJs = /\b__dirname\b/g;
const ofThreads = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g;

/** What a bundled file says of its place begins with this, which each file of the bundle defines. */
export const placeOfBundle = 'const bundle_url = import.meta.url, bundle_dirname = import.meta.dirname;';

/**
 * Lets a module find the files beside it, such as its SQL and its threads, though it stands in the bundle: what it knows of its place
 * is where its source is, seen from the folder of the bundle. A thread is started from `built`, where it is by its source. What is
 * found beside a source is told to `beside`.
 */
export function originalPlaces(bundle: string, built: ReadonlyMap<string, string>, beside: Beside): Plugin {
  const seen = (path: string) => relative(bundle, path).replaceAll('\\', '/');
  return {
    name: 'original-places',
    transform: {
      filter: { code: /\bimport\.meta\.|\b__(dirname|filename)\b/ },
      handler(code, id) {
        beside.addPlaces(id, code);
        const placed = code
          .replace(ofThreads, (_, source: string) => {
            const file = built.get(join(dirname(id), source));
            if (file === undefined)
              throw new Error(`server/build/bundle.ts does not list ${source}, which ${id} starts`);
            return `new URL(${JSON.stringify(`./${file}`)}, bundle_url)`;
          })
          .replace(ofModules, () => `new URL(${JSON.stringify(seen(id))}, bundle_url).href`)
          .replace(ofCommonJs, () => `(bundle_dirname + ${JSON.stringify(`/${seen(dirname(id))}`)})`);
        if (/\bimport\.meta\.(filename|dirname)\b|\b__filename\b/.test(placed))
          throw new Error(`server/build/original-places.ts cannot replace the file path that ${id} uses`);
        return { code: placed, map: null };
      },
    },
  };
}
