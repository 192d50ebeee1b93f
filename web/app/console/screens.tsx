import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { TextBranch } from '#core/i18n/textKeys.ts';
import { withTexts } from '#core/i18n/withTexts.ts';
import { whilePending } from '#core/loading/pending.ts';
import { prepared } from './prepared.tsx';
import { queries } from './queries.ts';

export interface ScreenModule {
  readonly default: ComponentType;
  /** Prefetches the first data of the screen, given the query of its URL. */
  readonly preload?: (queries: QueryClient, query: URLSearchParams) => Promise<void>;
}

/** The screen of each menu key, `features/<branch>/…/<key>.screen.tsx`; each is a chunk of its own. */
const files = import.meta.glob<ScreenModule>('../../features/**/*.screen.tsx');
const screenFile = /^\.\.\/\.\.\/features\/(\w+)\/(?:.*\/)?(\w+)\.screen\.tsx$/;

/**
 * How long a screen waits for its first data, in milliseconds: enough for data embedded in the page, so that both render
 * together.
 */
const patience = 50;

/** Loads a screen that is about to be shown, and starts fetching its data before it renders. */
async function forShowing(loading: Promise<ScreenModule>): Promise<ScreenModule> {
  const screen = await whilePending(loading);
  const rows = screen.preload?.(queries, new URLSearchParams(window.location.search));
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, patience))]);
  return screen;
}

/** Each screen is loaded together with the texts of its branch. */
const screens = new Map(
  Object.entries(files).map(([path, load]) => {
    const [, branch, key] = screenFile.exec(path) ?? [];
    return [key, prepared(withTexts(load, branch as TextBranch), forShowing)];
  }),
);

export function screenOf(name: string): ReactNode {
  const screen = screens.get(name);
  return screen && <screen.Prepared />;
}

/** Preloads a screen, e.g. while the pointer is on its link. Errors are ignored, because opening the screen reports them. */
export const preloadScreen = (name: string): Promise<ScreenModule | undefined> | undefined =>
  screens
    .get(name)
    ?.fetch()
    .catch(() => undefined);

/** Loads a screen that is about to be shown, and its first data. Errors are ignored, because rendering it reports them. */
export const openScreen = async (name: string): Promise<void> => {
  await screens
    .get(name)
    ?.open()
    .catch(() => undefined);
};
