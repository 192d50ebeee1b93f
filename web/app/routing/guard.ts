import { redirectTarget } from '../../core/navigation/redirectTarget.ts';

/** Reachable without a token. */
const publicPaths = ['/login', '/auth-redirect', '/404', '/consumer', '/c', '/m/q'] as const;

const isPublic = (path: string): boolean =>
  publicPaths.some((open) => path === open || (open === '/m/q' && path.startsWith('/m/q/')));

export const changePasswordPath = '/change-password';
export const twoStepPath = '/two-step';

export interface Visit {
  readonly path: string;
  /** The path with its query. */
  readonly fullPath: string;
  readonly hasToken: boolean;
  readonly rolesLoaded: boolean;
  readonly mustChangePassword: boolean;
  readonly twoStepDue: boolean;
}

export type Decision =
  | { readonly kind: 'pass' }
  | { readonly kind: 'load' }
  | { readonly kind: 'go'; readonly to: string };

const pass: Decision = { kind: 'pass' };

/** What the route guard does with a visit. */
export function decide({ path, fullPath, hasToken, rolesLoaded, ...due }: Visit): Decision {
  if (!hasToken) return isPublic(path) ? pass : { kind: 'go', to: loginPath(fullPath) };
  // Signing in is opening /login with a token: it leads to where the person was sent away from, else to the root.
  if (path === '/login') return { kind: 'go', to: redirectTarget(fullPath.slice(path.length)) };
  if (!rolesLoaded) return { kind: 'load' };
  const first = due.mustChangePassword ? changePasswordPath : due.twoStepDue ? twoStepPath : undefined;
  return first && path !== first ? { kind: 'go', to: first } : pass;
}

/** The login page that leads back to where the person wanted to go. */
export const loginPath = (wanted: string): string =>
  `/login?redirect=${encodeURIComponent(wanted).replaceAll('%2F', '/')}`;
