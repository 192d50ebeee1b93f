import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { navigateWith } from '#core/api/navigation.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { leadingTo, redirectTarget } from '#core/navigation/redirectTarget.ts';
import { admit, useSession } from '#core/session/session.ts';

/** Wraps every page: redirects, loads the roles first, or renders the page. */
export function Guard({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { token, roles, self } = useSession();
  const navigate = useNavigate();
  useEffect(() => navigateWith((path, ledBy) => void navigate(path, { state: ledBy ?? null })), [navigate]);

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

/** Paths that need no token, apart from consumers' pages. */
const publicPaths: readonly string[] = ['/login', '/auth-redirect', '/404'];

export const changePasswordPath = '/change-password';
export const twoStepPath = '/two-step';
const setUpPaths: readonly string[] = [changePasswordPath, twoStepPath];

export interface Visit {
  readonly path: string;
  /** The path with its query. */
  readonly fullPath: string;
  readonly hasToken: boolean;
  readonly rolesLoaded: boolean;
  readonly mustChangePassword: boolean;
  readonly twoStepDue: boolean;
}

type Decision =
  | { readonly kind: 'pass' }
  | { readonly kind: 'load' }
  | { readonly kind: 'go'; readonly to: string }
  /** The path is not one of the console, so the server is asked for it. */
  | { readonly kind: 'leave'; readonly to: string };

const pass: Decision = { kind: 'pass' };

/** Decides what happens to a navigation: see `Decision`. */
export function decide({ path, fullPath, hasToken, rolesLoaded, ...due }: Visit): Decision {
  if (isConsumerPage(path)) return { kind: 'leave', to: fullPath };
  const page = plainPath(path);
  if (!hasToken) return publicPaths.includes(page) ? pass : { kind: 'go', to: leadingTo('/login', fullPath) };
  // Opening /login with a token, as after signing in, redirects to the page asked for before, or to the root.
  if (page === '/login') return { kind: 'go', to: redirectTarget(fullPath.slice(path.length)) };
  if (!rolesLoaded) return { kind: 'load' };
  const first = due.mustChangePassword ? changePasswordPath : due.twoStepDue ? twoStepPath : undefined;
  if (first === undefined || page === first) return pass;
  // Between the two set-up pages, the target of the redirect is kept.
  const target = setUpPaths.includes(page) ? redirectTarget(fullPath.slice(path.length)) : fullPath;
  return { kind: 'go', to: leadingTo(first, target) };
}

/** A path normalised for comparison as the router does it: without regard to case or a trailing slash. */
const plainPath = (path: string): string => path.toLowerCase().replace(/(?<=.)\/+$/, '');

/**
 * Whether a path is a page for consumers or a Digital Link, which the server answers outside of the console. The pages of errors,
 * `/401` and `/404`, are the console's.
 */
const isConsumerPage = (path: string): boolean =>
  /^\/(consumer$|(c|m\/q)(\/|$))|^\/(?!40[14]$)\d{2,4}(\/|$)/.test(plainPath(path));

/** Shown while the first page loads. CSS delays it, so that a fast start does not flicker. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <div className="splash" role="status">
      <span className="splash-mark" aria-hidden="true" />
      <span className="visually-hidden">{t('app.loading')}</span>
    </div>
  );
}
