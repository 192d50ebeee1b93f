import { Menu, type MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { routeText } from '../../core/i18n/menuText.ts';
import type { RouteRecord } from '../../core/navigation/routeRecord.ts';
import { homeRoute, isOfHome } from '../../core/navigation/routes.ts';
import { countText } from '../../ui/notices/WaitingList.tsx';
import { useTabs } from '../tabs/tabStore.ts';
import { fullPathOf } from '../tabs/tabs.ts';
import { MenuIcon } from './menuIcons.tsx';
import { groupsAbove, type MenuEntry, menuTree } from './menuTree.ts';

interface SidebarMenuProps {
  readonly routes: readonly RouteRecord[];
  readonly active: RouteRecord | undefined;
  readonly collapsed: boolean;
  /** How much work waits on a screen, by its menu key. */
  readonly waiting?: ReadonlyMap<string, number>;
  readonly preload: (name: string) => unknown;
}

/** The icons stand where they stand when the sidebar is collapsed: in the middle of its 54 px. */
const indent = 19;

export function SidebarMenu({ routes, active, collapsed, waiting = none, preload }: SidebarMenuProps) {
  const navigate = useNavigate();
  const entries = menuTree(routes);
  const selected = active && (active.meta.activeMenu ?? active.name);
  const [openGroups, setOpenGroups] = useOpenGroups(entries, selected);
  const placeOf = usePlaces();
  const items = useMenuItems(entries, placeOf, preload, (entry) => waitingIn(entry, waiting, openGroups));
  const tree = useTitledTree(items, collapsed);

  // The links are followed by the browser's own click. From the keyboard the menu has the focus, not the link.
  const onClick: MenuProps['onClick'] = ({ key, domEvent }) => {
    if (domEvent.type === 'click') return;
    const entry = flat(entries).find(({ name }) => name === key);
    if (entry?.external) window.open(entry.path, '_blank', 'noopener');
    else if (entry) void navigate(placeOf(entry.path));
  };

  return (
    <Menu
      theme="dark"
      mode="inline"
      inlineIndent={indent}
      items={tree}
      selectedKeys={selected === undefined ? [] : [selected]}
      inlineCollapsed={collapsed}
      // A tooltip around each entry is half of the work of drawing them, and only a collapsed sidebar shows them.
      {...(collapsed ? {} : { tooltip: false })}
      onClick={onClick}
      {...(collapsed ? {} : { openKeys: openGroups, onOpenChange: setOpenGroups })}
    />
  );
}

/** The permission-gated tree under its own title, where there is room for it. */
function useTitledTree(items: NonNullable<MenuProps['items']>, collapsed: boolean): NonNullable<MenuProps['items']> {
  const { t } = useTranslation();
  const gated = items.filter((item) => isOfHome({ name: `${item?.key}` }));
  if (collapsed || gated.length === 0) return items;
  const title = routeText(t, homeRoute.meta.title ?? '');
  return [
    ...items.filter((item) => !gated.includes(item)),
    { key: homeRoute.name, type: 'group', label: title, children: gated },
  ];
}

const none: ReadonlyMap<string, number> = new Map();

/** What waits on a screen; or on those below a group, while they are not seen. */
function waitingIn(entry: MenuEntry, waiting: ReadonlyMap<string, number>, openGroups: readonly string[]): number {
  if (!entry.children) return waiting.get(entry.name) ?? 0;
  if (openGroups.includes(entry.name)) return 0;
  return entry.children.reduce((sum, child) => sum + waitingIn(child, waiting, []), 0);
}

/** The groups that stand open: those the person opened, and those above the page shown. */
function useOpenGroups(entries: readonly MenuEntry[], selected: string | undefined) {
  const above = (selected === undefined ? undefined : groupsAbove(entries, selected)) ?? [];
  const [open, setOpen] = useState(above);
  const [shown, setShown] = useState(selected);
  if (shown !== selected) {
    setShown(selected);
    setOpen([...new Set([...open, ...above])]);
  }
  return [open, setOpen] as const;
}

/** Where an entry leads: to its page as it was left, when it has a tab. */
function usePlaces(): (path: string) => string {
  const visited = useTabs((tabs) => tabs.visited);
  return (path) => {
    const tab = visited.find((other) => other.path === path);
    return tab ? fullPathOf(tab) : path;
  };
}

function useMenuItems(
  entries: readonly MenuEntry[],
  placeOf: (path: string) => string,
  preload: (name: string) => void,
  waitingOn: (entry: MenuEntry) => number,
) {
  const { t } = useTranslation();
  const linkOf = ({ name, path, title, external }: MenuEntry) =>
    external ? (
      <a href={path} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
        {routeText(t, title)}
      </a>
    ) : (
      <Link to={placeOf(path)} tabIndex={-1} onPointerEnter={() => preload(name)} onFocus={() => preload(name)}>
        {routeText(t, title)}
      </Link>
    );
  const withCount = (entry: MenuEntry, label: ReactNode) => {
    const count = waitingOn(entry);
    if (count === 0) return label;
    return (
      <>
        {label}
        <span className="menu-waiting">
          {countText(count)}
          <span className="visually-hidden"> {t('waiting.title')}</span>
        </span>
      </>
    );
  };
  const itemOf = (entry: MenuEntry): NonNullable<MenuProps['items']>[number] => ({
    key: entry.name,
    icon: <MenuIcon name={entry.icon} />,

    ...(entry.children
      ? { label: withCount(entry, routeText(t, entry.title)), children: entry.children.map(itemOf) }
      : { label: withCount(entry, linkOf(entry)), title: routeText(t, entry.title) }),
  });
  return entries.map(itemOf);
}

const flat = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);
