import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Language } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { withTexts } from '#core/i18n/withTexts.ts';
import { later } from '#core/loading/later.tsx';
import { deadEndAt, resolve, switchedOffAt } from '#core/navigation/resolve.ts';
import { allRoutes, staticRoutes } from '#core/navigation/routes.ts';
import { applyAppearance, useDark } from '#core/preferences/appearance.ts';
import { useSettings } from '#core/preferences/settings.ts';
import { useSize } from '#core/preferences/size.ts';
import { useMediaQuery } from '#core/preferences/useMediaQuery.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useSession } from '#core/session/session.ts';
import { usePermittedRoutes } from '#core/session/usePermittedRoutes.ts';
import { FramedDeadEnd } from '#features/errors/DeadEnd.tsx';
import { useHasWaiting } from '#features/inspect/outbox/outboxMark.ts';
import { Layout, popupsId } from '#layout/Layout.tsx';
import { useHasTab } from '#layout/tabs/useTakenTabs.ts';
import { emptyMessages } from '#ui/edit/emptyMessages.ts';
import { useAntdLocale } from '../antd/antdLocale.ts';
import { antdTheme, componentSizeOf } from '../antd/antdTheme.ts';
import 'virtual:antd.css';
import './touch.css';
import { queries } from './queries.ts';
import { openScreen, preloadScreen, screenOf } from './screens.tsx';

/** On every screen, because entries made offline are sent from wherever there is a network again. */
const OutboxBadge = later(withTexts(() => import('#features/inspect/outbox/OutboxBadge.tsx'), 'inspect'));

/** Everything inside the layout: the static routes and those that the person's roles permit. */
export default function Console() {
  const permittedRoutes = usePermittedRoutes();
  const can = useCan();
  const hasWaiting = useHasWaiting();
  const { pathname, search, hash } = useLocation();
  const routes = useMemo(() => [...staticRoutes, ...permittedRoutes], [permittedRoutes]);
  const there = resolve(pathname, routes, allRoutes);
  const deadEnd = deadEndAt(pathname);
  return (
    <Providers>
      <Layout
        routes={routes}
        active={there.kind === 'screen' ? there.route : undefined}
        screenOf={screenOf}
        tools={
          hasWaiting &&
          can(['inspectrecord:add', 'forensics:add']) && (
            <Suspense>
              <OutboxBadge />
            </Suspense>
          )
        }
        preload={preloadScreen}
        open={openScreen}
        deadEnd={deadEnd && { title: `route.${deadEnd}`, page: <FramedDeadEnd status={deadEnd} /> }}
      />
      {there.kind === 'go' && !deadEnd && <Leaving to={there.to} />}
      {there.kind === 'refresh' && <Navigate to={there.to + search + hash} replace />}
    </Providers>
  );
}

/**
 * Redirects from a path without a screen. A path whose screen was just taken from the person has a tab, which redirects
 * instead.
 */
function Leaving({ to }: { to: string }) {
  const { pathname } = useLocation();
  const isTaken = useHasTab(pathname);
  const off = useSession((session) => session.arrangement.off);
  if (isTaken) return null;
  const switchedOff = to === '/401' ? switchedOffAt(pathname, off, allRoutes) : undefined;
  return <Navigate to={switchedOff ? `${to}?menu=${switchedOff}` : to} replace />;
}

function Providers({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const theme = useSettings((settings) => settings.theme);
  const size = useSize((state) => state.size);
  const dark = useDark();
  const motion = !useMediaQuery('(prefers-reduced-motion: reduce)');
  const locale = useAntdLocale(i18n.language as Language);
  const look = useMemo(() => antdTheme(theme, dark, size, motion), [theme, dark, size, motion]);
  // A new object would render antd's components on all screens again at every navigation.
  const form = useMemo(() => ({ validateMessages: emptyMessages(t) }), [t]);
  useEffect(() => applyAppearance(theme, dark), [theme, dark]);
  // At sign-out the cache is cleared, so that nobody sees the answers of the previous person.
  useEffect(() => () => queries.clear(), []);
  return (
    <QueryClientProvider client={queries}>
      <ConfigProvider
        theme={look}
        componentSize={componentSizeOf[size]}
        locale={locale}
        form={form}
        getPopupContainer={popups}
        button={i18n.language === 'zh' ? spacedButtons : unspacedButtons}
      >
        {children}
      </ConfigProvider>
    </QueryClientProvider>
  );
}

// antd would insert a space between two Japanese characters as well.
const [spacedButtons, unspacedButtons] = [{ autoInsertSpace: true }, { autoInsertSpace: false }];

const popups = () => document.getElementById(popupsId) ?? document.body;
