import type { QuickScreens } from '#core/session/quickScreens.ts';

/** How many screens the first page shows besides those that were pinned. */
const fewest = 8;

/** The pinned screens, and up to eight more: those opened last, then the first ones of the menu. Not the first page itself. */
export function quickOf<Screen extends { readonly name: string }>(
  screens: readonly Screen[],
  { pinned, recent }: QuickScreens,
): Screen[] {
  const byName = new Map(screens.map((screen) => [screen.name, screen]));
  byName.delete('dashboard');
  const first = [...pinned, ...recent, ...byName.keys()];
  const most = pinned.filter((name) => byName.has(name)).length + fewest;
  return [...new Set(first)].flatMap((name) => byName.get(name) ?? []).slice(0, most);
}
