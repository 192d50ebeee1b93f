import { isConsumerPage, plainPath } from '#core/navigation/paths.ts';
import { leadingTo, redirectTarget } from '#core/navigation/redirectTarget.ts';

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

export type Decision =
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
  const wanted = setUpPaths.includes(page) ? redirectTarget(fullPath.slice(path.length)) : fullPath;
  return { kind: 'go', to: leadingTo(first, wanted) };
}
