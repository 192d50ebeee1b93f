import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { pageTitle } from '../../contract/app-title.ts';
import type { TextKey } from '../core/i18n/textKeys.ts';
import { useTranslation } from '../core/i18n/useTranslation.ts';
import { later } from '../core/loading/later.tsx';
import { trailTo } from '../core/navigation/findRoute.ts';
import type { RouteRecord } from '../core/navigation/routeRecord.ts';
import { useSettings } from '../core/preferences/settings.ts';
import { closeSidebar, followWidth, useFrame } from './frame.ts';
import { useFrameKeys } from './keys/useFrameKeys.ts';
import { useScans } from './keys/useScans.ts';
import { LoadingBar } from './LoadingBar.tsx';
import { Navbar } from './navbar/Navbar.tsx';
import { RoleViewBar } from './RoleViewBar.tsx';
import { SettingsButton } from './settings/SettingsButton.tsx';
import { Sidebar } from './sidebar/Sidebar.tsx';
import { TabBar } from './tabs/TabBar.tsx';
import { useTakenTabs } from './tabs/useTakenTabs.ts';
import { Views } from './views/Views.tsx';
import './layout.css';
import { routeText } from '../core/i18n/menuText.ts';

const ShortcutsDialog = later(() => import('./keys/ShortcutsDialog.tsx'));
const SearchDialog = later(() => import('./search/SearchDialog.tsx'));

/** Where menus and lists open: within a landmark, so that a screen reader comes by. */
export const popupsId = 'popups';

interface LayoutProps {
  /** The routes of the person signed in. */
  readonly routes: readonly RouteRecord[];
  /** The screen shown; none while one is being refreshed, or was taken from the person. */
  readonly active: RouteRecord | undefined;
  readonly screenOf: (name: string) => ReactNode;
  /** Fetches a screen before it is asked for. */
  readonly preload: (name: string) => unknown;
  /** Fetches a screen that is to be shown; never fails. */
  readonly open: (name: string) => Promise<unknown>;
  /** Stands above every screen. */
  readonly tools?: ReactNode;
  /** Stands in place of a screen; those that are kept stay behind it. */
  readonly deadEnd: { readonly title: TextKey; readonly page: ReactNode } | undefined;
}

/** The console around its screens. */
export function Layout({ routes, active, screenOf, preload, open, tools, deadEnd }: LayoutProps) {
  const { t } = useTranslation();
  const { tagsView, fixedHeader, showSettings } = useSettings();
  const [searching, setSearching] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  const [helping, setHelping] = useState(false);
  const help = useCallback(() => setHelping(true), []);
  const frame = useFrameClasses();
  useFrameKeys(search, help);
  useScans();
  useTakenTabs(routes);
  const titled = active?.meta.title === undefined ? undefined : routeText(t, active.meta.title);
  const title = deadEnd ? t(deadEnd.title) : titled;
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);

  return (
    <div className={frame}>
      <LoadingBar />
      <a className="skip-link" href="#content">
        {t('layout.skip')}
      </a>
      <Sidebar routes={routes} active={active} preload={preload} />
      <div className="frame-main">
        <header className={fixedHeader ? 'frame-header frame-header-fixed' : 'frame-header'}>
          <RoleViewBar />
          <Navbar trail={(active && trailTo(routes, active.path)) ?? []} onSearch={search} tools={tools} />
          {tagsView && <TabBar activePath={active?.path} routes={routes} />}
        </header>
        <main id="content" className="frame-content" tabIndex={-1}>
          <Views active={active} routes={routes} screenOf={screenOf} open={open} />
          {deadEnd?.page}
        </main>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {title}
      </p>
      <section id={popupsId} aria-label={t('layout.popups')} />
      {showSettings && <SettingsButton />}
      {helping && (
        <Suspense>
          <ShortcutsDialog onClose={() => setHelping(false)} />
        </Suspense>
      )}
      {searching && (
        // What is typed before it is here presses no shortcut.
        <Suspense fallback={<dialog open className="visually-hidden" aria-label={t('navbar.search')} aria-busy />}>
          <SearchDialog routes={routes} onHelp={help} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The classes of the frame on this device; on a phone the sidebar goes away with every navigation. */
function useFrameClasses(): string {
  const { device, sidebarOpened, animated } = useFrame();
  const { key } = useLocation();
  useEffect(followWidth, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes at every step, also to the page shown
  useEffect(() => {
    if (useFrame.getState().device === 'mobile') closeSidebar(false);
  }, [key]);
  return ['frame', `frame-${device}`, !sidebarOpened && 'frame-closed', animated && 'frame-animated']
    .filter(Boolean)
    .join(' ');
}
