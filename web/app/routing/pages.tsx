import { pageTitle } from '@suyuan/contract/app-title.ts';
import { lazy, type ReactNode, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { readCookie } from '#core/cookies.ts';
import { languageAtStart } from '#core/i18n/languages.ts';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { withTexts } from '#core/i18n/withTexts.ts';
import { admit, useSession } from '#core/session/session.ts';
import { antdLocale } from '../antd/antdLocale.ts';
import { prepared } from '../console/prepared.tsx';
import { changePasswordPath, twoStepPath } from './Guard.tsx';

const { fetch: openConsole, Prepared: Console } = prepared(
  withTexts(() => import('../console/Console.tsx'), 'console'),
);
const { fetch: openLogin, Prepared: LoginPage } = prepared(() => import('#features/login/LoginPage.tsx'));
const ChangePasswordPage = lazy(
  withTexts(() => import('#features/login/ChangePasswordPage.tsx'), 'profile', 'console'),
);
const TwoStepPage = lazy(withTexts(() => import('#features/login/TwoStepPage.tsx'), 'profile', 'console'));
const AuthRedirect = lazy(() => import('#features/errors/AuthRedirect.tsx'));
const DeadEnd = lazy(() => import('#features/errors/DeadEnd.tsx'));

/**
 * Loads what the first page needs before React starts, so that it renders at once and completely instead of part by part
 * through suspense fallbacks. Failed parts are loaded again, and reported, when they render. The console renders before its
 * screen, which loads meanwhile.
 */
export async function fetchFirstPage(): Promise<void> {
  const parts = readCookie('token') ? [admit(), antdLocale(languageAtStart()), openConsole()] : [openLogin()];
  await Promise.allSettled(parts);
}

/** The pages outside the layout; all other paths belong to the console. */
export function Pages() {
  // For people who are signed in, error pages are shown within the console, so that their open tabs stay.
  const isSignedIn = useSession(({ token, roles }) => token !== undefined && roles.length > 0);
  return (
    <Routes>
      <Route path="/login" element={<PageTitle title="login.title" page={<LoginPage onIdle={openConsole} />} />} />
      <Route
        path={changePasswordPath}
        element={<PageTitle title="route.changePassword" page={<ChangePasswordPage />} />}
      />
      <Route path={twoStepPath} element={<PageTitle title="route.twoStep" page={<TwoStepPage />} />} />
      <Route path="/auth-redirect" element={<PageTitle title="route.authRedirect" page={<AuthRedirect />} />} />
      <Route
        path="/401"
        element={isSignedIn ? <Console /> : <PageTitle title="route.401" page={<DeadEnd status="401" />} />}
      />
      <Route
        path="/404"
        element={isSignedIn ? <Console /> : <PageTitle title="route.404" page={<DeadEnd status="404" />} />}
      />
      <Route path="*" element={<Console />} />
    </Routes>
  );
}

/** A page with the title of its browser tab. */
function PageTitle({ title, page }: { title: TextKey; page: ReactNode }) {
  const { t } = useTranslation();
  const text = pageTitle(t(title));
  useEffect(() => {
    document.title = text;
  }, [text]);
  return page;
}
