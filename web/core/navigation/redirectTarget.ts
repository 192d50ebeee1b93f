/**
 * Where to go after signing in. Only paths of the console are accepted, so that a link cannot redirect elsewhere (open
 * redirect).
 */
export function redirectTarget(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '/';
  const here = 'https://here.invalid';
  const target = wanted.startsWith('/') ? URL.parse(wanted, here) : null;
  // Browsers ignore tabs and line breaks and treat a backslash as a slash, so paths with these are refused.
  const isOurs = target?.origin === here && !target.pathname.startsWith('//') && !oddity.test(wanted);
  return isOurs ? `${target.pathname}${target.search}${target.hash}` : '/';
}

const oddity = /[\p{Cc}\\]/u;

/** The URL of a page that comes first and leads to the wanted one afterwards (`redirectTarget`). */
export const leadingTo = (page: string, wanted: string): string =>
  `${page}?redirect=${encodeURIComponent(wanted).replaceAll('%2F', '/')}`;
