import { isConsumerPage, plainPath } from '../../core/navigation/paths.ts';
import { leadingTo, redirectTarget } from '../../core/navigation/redirectTarget.ts';

/** Reachable without a token, beside the pages of consumers. */
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
  /** The page is none of the console's: the server is asked for it. */
  | { readonly kind: 'leave'; readonly to: string };

const pass: Decision = { kind: 'pass' };

/** What the route guard does with a visit. */
export function decide({ path, fullPath, hasToken, rolesLoaded, ...due }: Visit): Decision {
  if (isConsumerPage(path)) return { kind: 'leave', to: fullPath };
  const page = plainPath(path);
  if (!hasToken) return publicPaths.includes(page) ? pass : { kind: 'go', to: leadingTo('/login', fullPath) };
  // Signing in is opening /login with a token: it leads to where the person was sent away from, else to the root.
  if (page === '/login') return { kind: 'go', to: redirectTarget(fullPath.slice(path.length)) };
  if (!rolesLoaded) return { kind: 'load' };
  const first = due.mustChangePassword ? changePasswordPath : due.twoStepDue ? twoStepPath : undefined;
  if (first === undefined || page === first) return pass;
  // From one of these pages to the next: where they lead to is the same.
  const wanted = setUpPaths.includes(page) ? redirectTarget(fullPath.slice(path.length)) : fullPath;
  return { kind: 'go', to: leadingTo(first, wanted) };
}
