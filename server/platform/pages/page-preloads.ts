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
  const filesOf = (sources: readonly string[]) =>
    new Set(sources.flatMap((source) => files[source] ?? [])).difference(own);
  return ({ path, signedIn, language }) => {
    const texts = (branch: string) => `../locales/${language}/${branch}.json`;
    if (!signedIn) return linksTo(filesOf([texts('start'), 'features/login/LoginPage.tsx']));
    const frame = filesOf([
      texts('start'),
      texts('console'),
      'app/console/Console.tsx',
      `app/antd/locale.${language}.ts`,
    ]);
    const screen = screens[screenAt(path) ?? ''];
    const ofScreen = screen ? filesOf([texts(branchOf(screen)), screen]) : new Set<string>();
    // The frame is seen first, and drawn while the files of its screen come.
    return linksTo(frame) + linksTo(ofScreen.difference(frame), ' fetchpriority="low"');
  };
}

/** The branch that a screen's texts are in: `base` of `features/base/product/ProductList.tsx`. */
const branchOf = (screen: string): string => screen.split('/')[1] ?? '';

const linksTo = (some: ReadonlySet<string>, attributes = ''): string =>
  [...some].map((file) => linkTo(file, attributes)).join('');

const linkTo = (file: string, attributes: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}"${attributes}>`
    : `<link rel="modulepreload" href="/${file}"${attributes}>`;
