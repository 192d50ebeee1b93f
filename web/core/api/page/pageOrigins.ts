/** An origin named in a meta element, to be called instead of the page's own; empty if there is none. */
const originNamed = (name: string): string =>
  globalThis.document?.querySelector?.<HTMLMetaElement>(`meta[name="${name}"]`)?.content.replace(/\/$/, '') ?? '';

/** The server of the API. */
export const apiOrigin = originNamed('api-origin');

/** The origin of the login log; that of the API by default. */
export const loginLogOrigin = originNamed('login-log-origin') || apiOrigin;
