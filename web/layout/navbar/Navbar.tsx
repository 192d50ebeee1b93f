import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { memo, type ReactNode } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { keysOf } from '#core/keys/shortcuts.ts';
import type { RouteTrail } from '#core/navigation/findRoute.ts';
import { toggleSidebar, useFrame } from '../frame.ts';
import { NoticeBell } from '../notices/NoticeBell.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { ErrorBell } from './ErrorBell.tsx';
import { ExceptionBadge } from './ExceptionBadge.tsx';
import { FullscreenButton } from './FullscreenButton.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { SizeMenu } from './SizeMenu.tsx';
import './navbar.css';

interface NavbarProps {
  readonly trail: RouteTrail;
  readonly onSearch: () => void;
  readonly tools?: ReactNode;
}

export const Navbar = memo(function Navbar({ trail, onSearch, tools }: NavbarProps) {
  const { t } = useTranslation();
  const opened = useFrame((frame) => frame.sidebarOpened);
  return (
    <div className="navbar">
      <button
        type="button"
        className="navbar-button"
        aria-label={t('navbar.hamburger')}
        aria-expanded={opened}
        aria-controls="sidebar"
        onClick={toggleSidebar}
      >
        {opened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </button>
      <Breadcrumb trail={trail} />
      <div className="navbar-tools">
        <button
          type="button"
          className="navbar-search"
          aria-label={t('navbar.search')}
          aria-keyshortcuts="Control+K"
          onClick={onSearch}
        >
          <SearchOutlined />
          <span>{t('navbar.searchShort')}</span>
          <kbd>{keysOf({ key: 'mod+k' }).join(' ')}</kbd>
        </button>
        {tools}
        <ExceptionBadge />
        <NoticeBell />
        <ErrorBell />
        <FullscreenButton />
        <SizeMenu />
        <LanguageMenu />
        <AvatarMenu />
      </div>
    </div>
  );
});
