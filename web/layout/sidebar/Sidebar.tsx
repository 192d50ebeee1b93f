import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteRecord } from '../../core/navigation/routeRecord.ts';
import { useSettings } from '../../core/preferences/settings.ts';
import { closeSidebar, useFrame } from '../frame.ts';
import { Logo } from './Logo.tsx';
import { SidebarMenu } from './SidebarMenu.tsx';
import './sidebar.css';

interface SidebarProps {
  readonly routes: readonly RouteRecord[];
  readonly active: RouteRecord | undefined;
  /** Fetches a screen that will probably be asked for. */
  readonly preload: (name: string) => void;
}

export function Sidebar(props: SidebarProps) {
  const { t } = useTranslation();
  const { device, sidebarOpened } = useFrame();
  const sidebarLogo = useSettings((settings) => settings.sidebarLogo);
  const mobile = device === 'mobile';
  const over = mobile && sidebarOpened;
  useClosingByEscape(over);
  return (
    <>
      {over && <div className="sidebar-mask" onClick={() => closeSidebar(true)} aria-hidden="true" />}
      <aside id="sidebar" className="sidebar" inert={mobile && !sidebarOpened}>
        {sidebarLogo && <Logo />}
        <nav className="sidebar-menu" aria-label={t('layout.menu')}>
          <SidebarMenu {...props} collapsed={!mobile && !sidebarOpened} />
        </nav>
      </aside>
    </>
  );
}

/** Over the page it goes away as a dialog does. */
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
