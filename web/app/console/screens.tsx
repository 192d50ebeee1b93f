import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { TextBranch } from '../../core/i18n/textKeys.ts';
import { withTexts } from '../../core/i18n/withTexts.ts';
import { whilePending } from '../../core/loading/pending.ts';
import { prepared } from './prepared.tsx';
import { queries } from './queries.ts';

export interface ScreenModule {
  readonly default: ComponentType;
  /** What the screen asks the server for at once, by the query of its address. */
  readonly first?: (queries: QueryClient, query: URLSearchParams) => Promise<void>;
}

/** The screen of a menu key: `features/<branch>/…/<key>.screen.tsx`, a file of the build each. */
const files = import.meta.glob<ScreenModule>('../../features/**/*.screen.tsx');
const screenFile = /^\.\.\/\.\.\/features\/(\w+)\/(?:.*\/)?(\w+)\.screen\.tsx$/;

/** How long a screen waits for its rows, in milliseconds: those that the page brought along are drawn with it. */
const patience = 50;

/** A screen that is waited for asks for its rows as soon as it is here, before it is drawn. */
async function forShowing(loading: Promise<ScreenModule>): Promise<ScreenModule> {
  const screen = await whilePending(loading);
  const rows = screen.first?.(queries, new URLSearchParams(window.location.search));
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, patience))]);
  return screen;
}

/** With its texts, which are those of its branch. */
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

/** Fetches a screen before it is asked for, e.g. when the pointer is on its link. If that fails, opening it will tell. */
export const preloadScreen = (name: string): Promise<ScreenModule | undefined> | undefined =>
  screens
    .get(name)
    ?.fetch()
    .catch(() => undefined);

/** Fetches a screen that is to be shown, and asks for its rows. If that fails, showing it will tell. */
export const openScreen = async (name: string): Promise<void> => {
  await screens
    .get(name)
    ?.open()
    .catch(() => undefined);
};
