/** Where to go after signing in: a path of ours, never an address elsewhere that a link brought along. */
export function redirectTarget(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '/';
  return /^\/(?![/\\])/.test(wanted) ? wanted : '/';
}
