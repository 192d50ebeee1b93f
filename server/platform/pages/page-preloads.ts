import { menuNodes } from '../../../contract/menu.ts';
import type { Language } from '../language.ts';

/** What the build of the front end tells of its files; web/build/page-files.ts writes it. Sources are relative to web/. */
export interface PageFiles {
  /** The source of each screen, by its menu key. */
  readonly screens: Readonly<Record<string, string>>;
  /** The files that a source brings with it. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

export interface Opening {
  readonly path: string;
  readonly signedIn: boolean;
  readonly language: Language;
}

/** The menu key of the screen at a path. */
export const screenAt = (path: string): string | undefined => screenKeys.get(path);

const fixedScreens: Readonly<Record<string, string>> = {
  '/': 'dashboard',
  '/dashboard': 'dashboard',
  '/profile': 'profileindex',
  '/profile/index': 'profileindex',
};

const screenKeys = new Map([
  ...Object.entries(fixedScreens),
  ...menuNodes().map(({ node }): [string, string] => [node.path, node.key]),
]);

/**
 * What to put into the head of the console's page: all that its first screen will ask for, so that a browser fetches it
 * at once and not one module after the other. The same choice as web/app/routing/pages.tsx makes a moment later.
 */
export function pagePreloads({ screens, files }: PageFiles): (opening: Opening) => string {
  // Those of the page itself are in its HTML already.
  const own = new Set([...(files['index.html'] ?? []), ...(files['main.tsx'] ?? [])]);
  return ({ path, signedIn, language }) => {
    const screen = screens[screenAt(path) ?? ''];
    const sources = signedIn
      ? ['app/console/Console.tsx', `app/antd/locale.${language}.ts`, ...(screen ? [screen] : [])]
      : ['features/login/LoginPage.tsx'];
    const branches = signedIn ? ['start', 'console', ...(screen ? [branchOf(screen)] : [])] : ['start'];
    const texts = branches.map((branch) => `../locales/${language}/${branch}.json`);
    const wanted = new Set([...texts, ...sources].flatMap((source) => files[source] ?? []));
    return [...wanted.difference(own)].map(linkTo).join('');
  };
}

/** The branch that a screen's texts are in: `base` of `features/base/product/ProductList.tsx`. */
const branchOf = (screen: string): string => screen.split('/')[1] ?? '';

/** Scripts after the page's own one, which runs while they come. */
const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" href="/${file}">`;
