import { menuNodes } from '@suyuan/contract/menu.ts';
import type { Language } from '../language.ts';

/** The manifest that web/build/page-files.ts writes in the build of the front end. Sources are relative to web/. */
export interface PageFiles {
  /** The source file of each screen, by menu key. */
  readonly screens: Readonly<Record<string, string>>;
  /** The files of the build that each source needs. */
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
 * Links for the head of the console's page that preload everything for its first screen at once, instead of one module after
 * the other. web/app/routing/pages.tsx makes the same choice a moment later.
 */
export function pagePreloads({ screens, files }: PageFiles): (opening: Opening) => string {
  // The HTML already links the files of the page itself.
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
    // The frame is shown first, while the files of its screen are loading.
    return linksTo(frame) + linksTo(ofScreen.difference(frame), ' fetchpriority="low"');
  };
}

/** The branch with a screen's texts: `base` for `features/base/product/ProductList.tsx`. */
const branchOf = (screen: string): string => screen.split('/')[1] ?? '';

const linksTo = (some: ReadonlySet<string>, attributes = ''): string =>
  [...some].map((file) => linkTo(file, attributes)).join('');

const linkTo = (file: string, attributes: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}"${attributes}>`
    : `<link rel="modulepreload" href="/${file}"${attributes}>`;
