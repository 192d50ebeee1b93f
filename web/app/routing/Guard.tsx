import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { navigateWith } from '#core/api/navigation.ts';
import { admit, useSession } from '#core/session/session.ts';
import { Splash } from '../Splash.tsx';
import { decide } from './guard.ts';

/** Wraps every page: redirects, loads the roles first, or renders the page. */
export function Guard({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { token, roles, self } = useSession();
  const navigate = useNavigate();
  useEffect(() => navigateWith((path) => void navigate(path)), [navigate]);

  const decision = decide({
    path: pathname,
    fullPath: pathname + search,
    hasToken: token !== undefined,
    rolesLoaded: roles.length > 0,
    mustChangePassword: self?.must_change_password ?? false,
    twoStepDue: self?.two_step_due ?? false,
  });
  const loading = decision.kind === 'load';
  useEffect(() => {
    if (loading) void admit();
  }, [loading]);

  const elsewhere = decision.kind === 'leave' ? decision.to : undefined;
  useEffect(() => {
    if (elsewhere !== undefined) window.location.replace(elsewhere);
  }, [elsewhere]);

  if (loading || elsewhere !== undefined) return <Splash />;
  return decision.kind === 'go' ? <Navigate to={decision.to} replace /> : children;
}
