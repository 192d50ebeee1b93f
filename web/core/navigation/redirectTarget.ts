/** Where to go after signing in: a path of ours, never an address elsewhere that a link brought along. */
export function redirectTarget(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '/';
  const here = 'https://here.invalid';
  const target = wanted.startsWith('/') ? URL.parse(wanted, here) : null;
  // Browsers pass over tabs and line breaks, and take a backslash for a slash: only what they read as written is a path.
  const isOurs = target?.origin === here && !target.pathname.startsWith('//') && !oddity.test(wanted);
  return isOurs ? `${target.pathname}${target.search}${target.hash}` : '/';
}

const oddity = /[\p{Cc}\\]/u;

/** A page that comes before the one wanted, and leads there afterwards (`redirectTarget`). */
export const leadingTo = (page: string, wanted: string): string =>
  `${page}?redirect=${encodeURIComponent(wanted).replaceAll('%2F', '/')}`;
