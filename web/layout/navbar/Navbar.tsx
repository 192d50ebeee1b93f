import {
  FontSizeOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  TranslationOutlined,
} from '@ant-design/icons';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { type Language, languageFacts, languages } from '#core/i18n/languages.ts';
import { routeText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { keysOf } from '#core/keys/shortcuts.ts';
import type { RouteTrail } from '#core/navigation/findRoute.ts';
import { rootScreen } from '#core/navigation/resolve.ts';
import { homeRoute, isOfHome } from '#core/navigation/routes.ts';
import { switchLanguage } from '#core/preferences/switchLanguage.ts';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';
import { toggleSidebar, useFrame } from '../frame.ts';
import { NoticeBell } from '../notices/NoticeBell.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { ErrorBell } from './ErrorBell.tsx';
import { ExceptionBadge } from './ExceptionBadge.tsx';
import { useFullscreen } from './useFullscreen.ts';
import { useSizes } from './useSizes.ts';
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

/** The path of the page in the tree of screens, beginning with the dashboard. */
function Breadcrumb({ trail }: { trail: RouteTrail }) {
  const { t } = useTranslation();
  const [top] = trail;
  const whole = top && isOfHome(top) ? [homeRoute, ...trail] : trail;
  const titledRoutes = whole.filter((route) => route.meta.title !== undefined);
  const atRoot = titledRoutes.at(0)?.path === rootScreen;
  const crumbs = [
    ...(atRoot ? [] : [{ path: rootScreen, title: 'menu.dashboard' }]),
    ...titledRoutes.map(({ path, meta }) => ({ path, title: meta.title ?? '' })),
  ];
  return (
    <nav className="breadcrumb" aria-label={t('navbar.breadcrumb')}>
      <ol>
        {crumbs.map(({ path, title }, index) => (
          <li key={path}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{routeText(t, title)}</span>
            ) : (
              <Link to={path}>{routeText(t, title)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Hidden on narrow screens, where the account menu has it. */
function FullscreenButton() {
  const { full, label, toggle } = useFullscreen();
  return (
    <button type="button" className="navbar-button navbar-wide-only" aria-label={label} title={label} onClick={toggle}>
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  );
}

function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <MenuDropdown
      trigger={['click']}
      menu={{
        items: languages.map((key) => ({
          key,
          label: <span lang={languageFacts[key].tag}>{languageFacts[key].name}</span>,
          disabled: key === i18n.language,
        })),
        onClick: ({ key }) => void switchLanguage(key as Language),
      }}
    >
      <button type="button" className="navbar-button" aria-label={t('language.choose')} title={t('language.choose')}>
        <TranslationOutlined />
      </button>
    </MenuDropdown>
  );
}

/** Hidden on narrow screens, where the account menu has the sizes. */
function SizeMenu() {
  const { t } = useTranslation();
  const { items, choose } = useSizes();
  return (
    <MenuDropdown trigger={['click']} menu={{ items, onClick: ({ key }) => choose(key) }}>
      <button
        type="button"
        className="navbar-button navbar-wide-only"
        aria-label={t('size.choose')}
        title={t('size.choose')}
      >
        <FontSizeOutlined />
      </button>
    </MenuDropdown>
  );
}
