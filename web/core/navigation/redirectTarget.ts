/**
 * Where to go after signing in. Only paths of the console are accepted, so that a link cannot redirect elsewhere (open
 * redirect).
 */
export function redirectTarget(search: string): string {
  const path = new URLSearchParams(search).get('redirect') ?? '/';
  const here = 'https://here.invalid';
  const target = path.startsWith('/') ? URL.parse(path, here) : null;
  // Browsers ignore tabs and line breaks and treat a backslash as a slash, so paths with these are refused.
  const isOurs = target?.origin === here && !target.pathname.startsWith('//') && !oddity.test(path);
  return isOurs ? `${target.pathname}${target.search}${target.hash}` : '/';
}

const oddity = /[\p{Cc}\\]/u;

/** The URL of a page that comes first and leads to the wanted one afterwards (`redirectTarget`). */
export const leadingTo = (page: string, target: string): string =>
  `${page}?redirect=${encodeURIComponent(target).replaceAll('%2F', '/')}`;
