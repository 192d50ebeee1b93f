import { Menu, type MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useShallow } from 'zustand/react/shallow';
import { routeText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { homeRoute, isOfHome } from '#core/navigation/routes.ts';
import { useTabs } from '../tabs/tabStore.ts';
import { fullPathOf } from '../tabs/tabs.ts';
import { MenuIcon } from './menuIcons.tsx';
import { groupsAbove, type MenuEntry, menuTree } from './menuTree.ts';
import { WaitingCount } from './WaitingCount.tsx';

interface SidebarMenuProps {
  readonly routes: readonly RouteRecord[];
  readonly active: RouteRecord | undefined;
  readonly collapsed: boolean;
  readonly preload: (name: string) => unknown;
}

/** Centres the icons in the 54 px of the collapsed sidebar, so that they do not move when it collapses. */
const indent = 19;

export function SidebarMenu({ routes, active, collapsed, preload }: SidebarMenuProps) {
  const entries = menuTree(routes);
  const activeName = active && (active.meta.activeMenu ?? active.name);
  const [openGroups, setOpenGroups] = useOpenGroups(entries, activeName);
  const wasOpen = useOnceOpen(openGroups);
  const placeOf = usePlaces();
  const items = useMenuItems(entries, {
    placeOf,
    preload,
    openGroups,
    // In a collapsed sidebar, groups open as popups without being in `openGroups`.
    isDrawn: (group) => collapsed || wasOpen.has(group),
  });
  const tree = useTitledTree(items, collapsed);

  return (
    <Menu
      theme="dark"
      mode="inline"
      inlineIndent={indent}
      items={tree}
      selectedKeys={activeName === undefined ? [] : [activeName]}
      inlineCollapsed={collapsed}
      // Tooltips are needed in a collapsed sidebar only, and make up half of the rendering time.
      {...(collapsed ? {} : { tooltip: false })}
      {...(collapsed ? {} : { openKeys: openGroups, onOpenChange: setOpenGroups })}
    />
  );
}

/** The screens behind permissions as a titled group, unless the sidebar is collapsed. */
function useTitledTree(items: NonNullable<MenuProps['items']>, collapsed: boolean): NonNullable<MenuProps['items']> {
  const { t } = useTranslation();
  const homeItems = items.filter((item) => isOfHome({ name: `${item?.key}` }));
  if (collapsed || homeItems.length === 0) return items;
  const title = routeText(t, homeRoute.meta.title ?? '');
  return [
    ...items.filter((item) => !homeItems.includes(item)),
    { key: homeRoute.name, type: 'group', label: title, children: homeItems },
  ];
}

/** The open groups: those that the person opened, and those above the current page. */
function useOpenGroups(entries: readonly MenuEntry[], activeName: string | undefined) {
  const above = (activeName === undefined ? undefined : groupsAbove(entries, activeName)) ?? [];
  const [open, setOpen] = useState(above);
  const [previousName, setPreviousName] = useState(activeName);
  if (previousName !== activeName) {
    setPreviousName(activeName);
    setOpen([...new Set([...open, ...above])]);
  }
  return [open, setOpen] as const;
}

/**
 * The groups that have been open since the menu was mounted. The contents of others are not rendered, because most groups stay
 * closed and their entries take half of the rendering time.
 */
function useOnceOpen(open: readonly string[]): ReadonlySet<string> {
  const [once, setOnce] = useState<ReadonlySet<string>>(() => new Set(open));
  if (open.every((group) => once.has(group))) return once;
  const more = new Set([...once, ...open]);
  setOnce(more);
  return more;
}

/** Returns a function for the link of an entry: the current location of its tab if it has one, else its path. */
function usePlaces(): (path: string) => string {
  // Selects only tabs that are not at their initial location, so that opening another tab does not render the menu again.
  const elsewhere = useTabs(useShallow(({ visited }) => visited.filter((tab) => fullPathOf(tab) !== tab.path)));
  return (path) => {
    const tab = elsewhere.find((other) => other.path === path);
    return tab ? fullPathOf(tab) : path;
  };
}

interface MenuItemOptions {
  readonly placeOf: (path: string) => string;
  readonly preload: (name: string) => void;
  readonly openGroups: readonly string[];
  /** Whether the contents of a group are rendered. */
  readonly isDrawn: (group: string) => boolean;
}

function useMenuItems(
  entries: readonly MenuEntry[],
  { placeOf, preload, openGroups, isDrawn }: MenuItemOptions,
): NonNullable<MenuProps['items']> {
  const { t } = useTranslation();
  const linkOf = ({ name, path, external }: MenuEntry, text: string) =>
    external ? (
      <a href={path} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
        {text}
      </a>
    ) : (
      <Link to={placeOf(path)} tabIndex={-1} onPointerEnter={() => preload(name)} onFocus={() => preload(name)}>
        {text}
      </Link>
    );
  const withCount = (entry: MenuEntry, label: ReactNode) => (
    <>
      {label}
      <WaitingCount entry={entry} openGroups={openGroups} />
    </>
  );
  const itemOf = (entry: MenuEntry): NonNullable<MenuProps['items']>[number] => {
    const { name, children } = entry;
    const text = routeText(t, entry.title);
    const base = { key: name, icon: <MenuIcon name={entry.icon} /> };
    if (!children) return { ...base, label: withCount(entry, linkOf(entry, text)), title: text };
    return { ...base, label: withCount(entry, text), children: isDrawn(name) ? children.map(itemOf) : [] };
  };
  return entries.map(itemOf);
}
