import { menuNodes } from '../../contract/menu.ts';
import type { Language } from './language.ts';

/** The parts of Vite's manifest that tell what a module brings with it. Keys are sources, relative to web/. */
export type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>;
/** The source of each screen, by its menu key. */
export type ScreenSources = Readonly<Record<string, string>>;

export interface Opening {
  readonly path: string;
  readonly signedIn: boolean;
  readonly language: Language;
}

const fixedScreens: Readonly<Record<string, string>> = {
  '/': 'dashboard',
  '/dashboard': 'dashboard',
  '/profile': 'profileindex',
  '/profile/index': 'profileindex',
};

/**
 * What to put into the head of the console's page: all that its first screen will ask for, so that a browser fetches it
 * at once and not one module after the other. The same choice as web/app/pages.tsx makes a moment later.
 */
export function pagePreloads(manifest: Manifest, screens: ScreenSources): (opening: Opening) => string {
  const keyOf = new Map([
    ...Object.entries(fixedScreens),
    ...menuNodes().map(({ node }): [string, string] => [node.path, node.key]),
  ]);
  return ({ path, signedIn, language }) => {
    const screen = screens[keyOf.get(path) ?? ''];
    const entries = signedIn
      ? ['app/Console.tsx', `app/locale.${language}.ts`, ...(screen ? [screen] : [])]
      : ['features/login/LoginPage.tsx'];
    const files = new Set<string>();
    for (const entry of [`i18n/texts.${language}.ts`, ...entries]) collect(manifest, entry, files);
    // Those of the page itself are in its HTML already.
    const own = new Set<string>();
    collect(manifest, 'index.html', own);
    return [...files.difference(own)].map(linkTo).join('');
  };
}

const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" href="/${file}">`
    : `<link rel="modulepreload" href="/${file}">`;

/** Adds a module's files and those of all it imports. */
function collect(manifest: Manifest, source: string, files: Set<string>): void {
  const chunk = manifest[source];
  if (!chunk || files.has(chunk.file)) return;
  for (const file of chunk.css ?? []) files.add(file);
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files);
}
