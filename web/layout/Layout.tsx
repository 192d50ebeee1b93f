import { pageTitle } from '@suyuan/contract/app-title.ts';
import { type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { listenForShortcuts, type Shortcut, useShortcuts } from '#core/keys/shortcuts.ts';
import { later } from '#core/loading/later.tsx';
import { usePending } from '#core/loading/pending.ts';
import { trailTo } from '#core/navigation/findRoute.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { useSettings } from '#core/preferences/settings.ts';
import { useOpenedScreen } from '#core/session/quickScreens.ts';
import { endRoleView } from '#core/session/roleView.ts';
import { useSession } from '#core/session/session.ts';
import { closeSidebar, followWidth, useFrame } from './frame.ts';
import { useScans } from './keys/useScans.ts';
import { Navbar } from './navbar/Navbar.tsx';
import { SettingsButton } from './settings/SettingsButton.tsx';
import { Sidebar } from './sidebar/Sidebar.tsx';
import { TabBar } from './tabs/TabBar.tsx';
import { useTakenTabs } from './tabs/useTakenTabs.ts';
import { Views } from './views/Views.tsx';
import './layout.css';
import { routeText } from '#core/i18n/menuText.ts';

const ShortcutsDialog = later(() => import('./keys/ShortcutsDialog.tsx'));
const SearchDialog = later(() => import('./search/SearchDialog.tsx'));

/** The id of the element that popups are rendered into. It is inside a landmark, so that screen readers can reach them. */
export const popupsId = 'popups';

interface LayoutProps {
  /** The routes that the person may open. */
  readonly routes: readonly RouteRecord[];
  /** The screen shown; undefined while it is refreshed, or after it was taken from the person. */
  readonly active: RouteRecord | undefined;
  readonly screenOf: (name: string) => ReactNode;
  /** Preloads a screen that may be opened. */
  readonly preload: (name: string) => unknown;
  /** Loads a screen that is about to be shown; never rejects. */
  readonly open: (name: string) => Promise<unknown>;
  /** Shown above every screen. */
  readonly tools?: ReactNode;
  /** An error page shown instead of the screen; the screens in tabs stay mounted. */
  readonly deadEnd: { readonly title: TextKey; readonly page: ReactNode } | undefined;
}

/**
 * The frame of the console: sidebar, navigation bar, tabs and screens. These are memoised, since the frame itself changes with
 * settings and dialogs that do not concern them.
 */
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
  useOpenedScreen(active?.name);
  const routeTitle = active?.meta.title === undefined ? undefined : routeText(t, active.meta.title);
  const title = deadEnd ? t(deadEnd.title) : routeTitle;
  const trail = useMemo(() => (active && trailTo(routes, active.path)) ?? [], [active, routes]);
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
          <Navbar trail={trail} onSearch={search} tools={tools} />
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
        // While the search dialog loads, an open dialog keeps key presses from triggering shortcuts.
        <Suspense fallback={<dialog open className="visually-hidden" aria-label={t('navbar.search')} aria-busy />}>
          <SearchDialog routes={routes} onHelp={help} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The CSS classes of the frame. On a phone, every navigation closes the sidebar. */
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

/** A progress bar shown while the next page loads; the current page stays visible. */
function LoadingBar() {
  const pending = usePending(({ count }) => count > 0);
  return pending && <div className="loading-bar" aria-hidden="true" />;
}

/**
 * A bar shown while the console is viewed as a role: the name of the role, that nothing can be changed, and a button to return.
 */
function RoleViewBar() {
  const { t } = useTranslation();
  const role = useSession((session) => session.self?.viewed_role);
  if (!role) return null;
  return (
    <div className="role-view" role="status">
      <span>{t('roleView.on', { role })}</span>
      <button type="button" className="plain-button" onClick={() => void endRoleView()}>
        {t('roleView.end')}
      </button>
    </div>
  );
}

/** The shortcuts of the frame: search, and the list of shortcuts. */
function useFrameKeys(onSearch: () => void, onHelp: () => void): void {
  // Before the screen is shown: no key that a person presses on what they see is lost.
  useLayoutEffect(listenForShortcuts, []);
  useShortcuts(
    useMemo(
      (): Shortcut[] => [
        { key: 'mod+k', text: 'navbar.search', run: onSearch },
        { key: '?', text: 'shortcuts.help', run: onHelp },
      ],
      [onSearch, onHelp],
    ),
  );
}
