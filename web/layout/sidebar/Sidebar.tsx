import { useEffect, useMemo } from 'react';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import type { RouteRecord } from '../../core/navigation/routeRecord.ts';
import { useSettings } from '../../core/preferences/settings.ts';
import { useStanding } from '../../ui/notices/useStanding.ts';
import { closeSidebar, useFrame } from '../frame.ts';
import { Logo } from './Logo.tsx';
import { SidebarMenu } from './SidebarMenu.tsx';
import './sidebar.css';

interface SidebarProps {
  readonly routes: readonly RouteRecord[];
  readonly active: RouteRecord | undefined;
  /** Preloads a screen that will probably be opened. */
  readonly preload: (name: string) => void;
}

export function Sidebar(props: SidebarProps) {
  const { t } = useTranslation();
  const { device, sidebarOpened } = useFrame();
  const sidebarLogo = useSettings((settings) => settings.sidebarLogo);
  const mobile = device === 'mobile';
  const over = mobile && sidebarOpened;
  useClosingByEscape(over);
  const waiting = useWaiting();
  return (
    <>
      {over && <div className="sidebar-mask" onClick={() => closeSidebar(true)} aria-hidden="true" />}
      <aside id="sidebar" className="sidebar" inert={mobile && !sidebarOpened}>
        {sidebarLogo && <Logo />}
        <nav className="sidebar-menu" aria-label={t('layout.menu')}>
          <SidebarMenu {...props} waiting={waiting} collapsed={!mobile && !sidebarOpened} />
        </nav>
      </aside>
    </>
  );
}

/** The amount of waiting work by menu key. */
function useWaiting(): ReadonlyMap<string, number> {
  const waiting = useStanding()?.waiting;
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { screen, count } of waiting ?? []) counts.set(screen, (counts.get(screen) ?? 0) + count);
    return counts;
  }, [waiting]);
}

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
