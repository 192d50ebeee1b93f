import { memo, useEffect } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { useSettings } from '#core/preferences/settings.ts';
import { closeSidebar, useFrame } from '../frame.ts';
import { Logo } from './Logo.tsx';
import { pressInMenu } from './menuKeys.ts';
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
