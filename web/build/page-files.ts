import { globSync } from 'node:fs';
import { basename, relative } from 'node:path';
import type { Plugin } from 'vite';

/** Modules that a page may load first, apart from its screen. */
const beginning =
  /^(index\.html|main\.tsx|consumer\/main\.ts|app\/console\/Console\.tsx|app\/antd\/locale\.\w+\.ts|\.\.\/locales\/\w+\/\w+\.json|features\/login\/LoginPage\.tsx)$/;

interface Chunk {
  readonly fileName: string;
  readonly facadeModuleId: string | null;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/**
 * Writes `page-files.json` for the server: the source files of the screens, and the files that each source needs, so that the
 * served page can preload them. Vite's manifest has no entry for a module that shares a chunk with others.
 */
export function pageFiles(root: string): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    // After Vite, which sets the final file names of the page here.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const screens = screenFiles(root);
        const chunks: readonly Chunk[] = Object.values(bundle).filter((file) => file.type === 'chunk');
        const names = new Set(Object.values(screens));
        const files: Record<string, string[]> = {};
        for (const chunk of chunks) {
          for (const id of new Set([...chunk.moduleIds, chunk.facadeModuleId ?? ''])) {
            const path = relative(root, id);
            if (beginning.test(path) || names.has(path))
              files[path] = [...(files[path] ?? []), ...broughtBy(chunk, chunks)];
          }
        }
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify({ screens, files }) });
      },
    },
  };
}

/** The file of a chunk, and those of its imports and styles. */
function broughtBy(chunk: Chunk, chunks: readonly Chunk[], files = new Set<string>()): Set<string> {
  if (files.has(chunk.fileName)) return files;
  files.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const dependency of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) {
    broughtBy(dependency, chunks, files);
  }
  return files;
}

/** The source files of the screens, relative to web/, by menu key. */
export const screenFiles = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('features/**/*.screen.tsx', { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => [basename(path, '.screen.tsx'), path]),
  );
