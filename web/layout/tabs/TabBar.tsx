import { EllipsisOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { scrollToShow, wheelStep } from './scroll.ts';
import { TabItem } from './TabItem.tsx';
import { useTabs, withPinned } from './tabStore.ts';
import type { Tab } from './tabs.ts';
import { useTabActions } from './useTabActions.ts';
import './tabs.css';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';

/** The tabs of the visited pages. Each has a context menu; the menu at the end of the bar is for the active tab. */
export const TabBar = memo(function TabBar({
  activePath,
  routes,
}: {
  activePath: string | undefined;
  routes: readonly RouteRecord[];
}) {
  const { t } = useTranslation();
  const { visited } = withPinned(useTabs(), routes);
  const actions = useTabActions(activePath, routes);
  const bar = useTabScroll(activePath, visited.length);
  const active = visited.find((tab) => tab.path === activePath);

  const menuOf = (tab: Tab): MenuProps => ({
    items: [
      { key: 'refresh', label: t('datapage.refresh') },
      ...(tab.affix ? [] : [{ key: 'close', label: t('layout.close') }]),
      { key: 'closeOthers', label: t('layout.closeOthers') },
      { key: 'closeAll', label: t('layout.closeAll') },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      void actions[key as keyof typeof actions](tab);
    },
  });

  return (
    <nav className="tabs" aria-label={t('layout.tabs')}>
      <ul ref={bar} className="tabs-scroll">
        {visited.map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            active={tab.path === activePath}
            menu={menuOf(tab)}
            onClose={() => void actions.close(tab)}
          />
        ))}
      </ul>
      {active && (
        <MenuDropdown
          trigger={['click']}
          placement="bottomRight"
          menu={menuOf(active)}
          styles={{ root: { minWidth: 105 } }}
        >
          <button
            type="button"
            className="tabs-more"
            aria-label={t('layout.tabActions')}
            title={t('layout.tabActions')}
          >
            <EllipsisOutlined />
          </button>
        </MenuDropdown>
      )}
    </nav>
  );
});

/** Scrolls the active tab into view, and scrolls the bar with the mouse wheel. */
function useTabScroll(activePath: string | undefined, count: number) {
  const bar = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab more or less moves the others
  useEffect(() => {
    const list = bar.current;
    const active = list?.querySelector<HTMLElement>('[data-active]');
    if (!list || !active) return;
    const stretch = (element: Element | null) =>
      element instanceof HTMLElement ? { left: element.offsetLeft, width: element.offsetWidth } : undefined;
    const { scrollLeft, clientWidth, scrollWidth } = list;
    const view = { scrollLeft, width: clientWidth, scrollWidth };
    list.scrollTo({
      left: scrollToShow(view, stretch(active.previousElementSibling), stretch(active.nextElementSibling)),
    });
  }, [activePath, count]);
  useEffect(() => {
    const list = bar.current;
    // React registers wheel listeners as passive; this one has to prevent the page from scrolling.
    const scrollSideways = (event: WheelEvent) => {
      if (!list || event.deltaY === 0 || list.scrollWidth <= list.clientWidth) return;
      event.preventDefault();
      list.scrollLeft += wheelStep(event as WheelEvent & { wheelDelta?: number });
    };
    list?.addEventListener('wheel', scrollSideways, { passive: false });
    return () => list?.removeEventListener('wheel', scrollSideways);
  }, []);
  return bar;
}
