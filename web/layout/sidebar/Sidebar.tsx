import { appTitle } from '@suyuan/contract/app-title.ts';
import { memo, type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { useSettings } from '#core/preferences/settings.ts';
import { closeSidebar, useFrame } from '../frame.ts';
import { SidebarMenu } from './SidebarMenu.tsx';
import { WaitingProvider } from './WaitingCount.tsx';
import './sidebar.css';

interface SidebarProps {
  readonly routes: readonly RouteRecord[];
  readonly active: RouteRecord | undefined;
  /** Preloads a screen that will probably be opened. */
  readonly preload: (name: string) => void;
}

export const Sidebar = memo(function Sidebar(props: SidebarProps) {
  const { t } = useTranslation();
  const { device, sidebarOpened } = useFrame();
  const sidebarLogo = useSettings((settings) => settings.sidebarLogo);
  const mobile = device === 'mobile';
  const over = mobile && sidebarOpened;
  const collapsed = !mobile && !sidebarOpened;
  useClosingByEscape(over);
  return (
    <>
      {over && <div className="sidebar-mask" onClick={() => closeSidebar(true)} aria-hidden="true" />}
      <aside id="sidebar" className="sidebar" inert={mobile && !sidebarOpened}>
        {sidebarLogo && <Logo />}
        <nav
          className="sidebar-menu"
          aria-label={t('layout.menu')}
          onKeyDownCapture={(event) => pressInMenu(event, collapsed)}
        >
          <WaitingProvider>
            <SidebarMenu {...props} collapsed={collapsed} />
          </WaitingProvider>
        </nav>
      </aside>
    </>
  );
});

/** On a phone, Escape closes the sidebar that covers the page. */
function useClosingByEscape(over: boolean): void {
  useEffect(() => {
    if (!over) return;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') closeSidebar(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [over]);
}

function Logo() {
  return (
    <Link className="sidebar-logo" to="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M8 12V8h4M20 8h4v4M24 20v4h-4M12 24H8v-4M12 16.4l2.8 2.8L20.4 13" />
      </svg>
      <span>{appTitle}</span>
    </Link>
  );
}

/** Where each key moves the focus to, from the place of the entry that has it; -1 if none has. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Moves the focus among the entries of the menu, and opens the one that has it, at once. antd's menu moves it in the next frame, so
 * that an Enter right after an arrow key would open the entry before; and it moves from the entry below a resting pointer, if there
 * is one, instead of from the one that has the focus. To be called as the event goes down (capture), before antd's menu gets it.
 */
function pressInMenu(event: ReactKeyboardEvent<HTMLElement>, collapsed: boolean): void {
  const { key, target, currentTarget } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(target instanceof Element)) return;
  // The groups of a collapsed sidebar open beside it, each a list of its own.
  const list = collapsed ? (target.closest('[role=menu]') ?? currentTarget) : currentTarget;
  const at = target.closest<HTMLElement>('[role=menuitem]');
  if (key === 'Enter') {
    // Groups beside a collapsed sidebar are opened by antd, which places them.
    if (!at || (collapsed && at.hasAttribute('aria-haspopup'))) return;
    (at.querySelector('a') ?? at).click();
  } else {
    const move = moves[key];
    const entries = [...list.querySelectorAll<HTMLElement>('[role=menuitem]')].filter((entry) =>
      entry.checkVisibility(),
    );
    const entry = move && entries[move(at ? entries.indexOf(at) : -1, entries.length)];
    if (!entry) return;
    (entry.querySelector('a') ?? entry).focus();
  }
  event.preventDefault();
  event.stopPropagation();
}
