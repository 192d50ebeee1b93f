import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { readCookie } from '../cookies.ts';
import { languageAtStart } from '../i18n/languages.ts';
import { trailTo } from '../navigation/findRoute.ts';
import { allRoutes } from '../navigation/routes.ts';
import { admit } from '../session/session.ts';
import { antdWords } from './antdLocale.ts';
import { changePasswordPath, twoStepPath } from './guard.ts';
import { PageTitle } from './PageTitle.tsx';
import { prepared } from './prepared.tsx';
import { preloadScreen } from './screens.tsx';

const { fetch: openConsole, Prepared: Console } = prepared(() => import('./Console.tsx'));
const { fetch: openLogin, Prepared: LoginPage } = prepared(() => import('../features/login/LoginPage.tsx'));
const ChangePasswordPage = lazy(() => import('../features/login/ChangePasswordPage.tsx'));
const TwoStepPage = lazy(() => import('../features/login/TwoStepPage.tsx'));
const AuthRedirect = lazy(() => import('../features/errors/AuthRedirect.tsx'));
const NoAccess = lazy(() => import('../features/errors/NoAccess.tsx'));
const NotFound = lazy(() => import('../features/errors/NotFound.tsx'));

/**
 * Fetches what the first page needs, before React starts: so it is shown at once, whole, and not part by part with the
 * pauses that React puts between parts. What fails is tried again, and told, when it is shown.
 */
export async function fetchFirstPage(): Promise<void> {
  if (!readCookie('token')) return void (await Promise.allSettled([openLogin()]));
  const screen = trailTo(allRoutes, window.location.pathname)?.at(-1) ?? { name: 'dashboard' };
  await Promise.allSettled([admit(), antdWords(languageAtStart()), fetchScreen(screen.name)]);
}

/** A screen and the console around it. What the screen asks the server for first is on its way meanwhile. */
async function fetchScreen(name: string): Promise<void> {
  const [{ queries }, screen] = await Promise.all([import('./queries.ts'), preloadScreen(name), openConsole()]);
  void screen?.first?.(queries, new URLSearchParams(window.location.search));
}

/** The pages outside the layout; everything else is the console's. */
export function Pages() {
  return (
    <Routes>
      <Route path="/login" element={<PageTitle title="route.login" page={<LoginPage onIdle={openConsole} />} />} />
      <Route
        path={changePasswordPath}
        element={<PageTitle title="route.changePassword" page={<ChangePasswordPage />} />}
      />
      <Route path={twoStepPath} element={<PageTitle title="route.twoStep" page={<TwoStepPage />} />} />
      <Route path="/auth-redirect" element={<PageTitle title="route.authRedirect" page={<AuthRedirect />} />} />
      <Route path="/401" element={<PageTitle title="route.401" page={<NoAccess />} />} />
      <Route path="/404" element={<PageTitle title="route.404" page={<NotFound />} />} />
      <Route path="*" element={<Console />} />
    </Routes>
  );
}
