/** An origin that the page names: a server that it is to call instead of its own. Empty where it names none. */
const originNamed = (name: string): string =>
  globalThis.document?.querySelector?.<HTMLMetaElement>(`meta[name="${name}"]`)?.content.replace(/\/$/, '') ?? '';

/** The server of the API. */
export const apiOrigin = originNamed('api-origin');

/** Where the login log is kept; with the API, where nothing else is said. */
export const loginLogOrigin = originNamed('login-log-origin') || apiOrigin;
