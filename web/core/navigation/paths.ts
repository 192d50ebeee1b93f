/** A path normalised for comparison as the router does it: without regard to case or a trailing slash. */
export const plainPath = (path: string): string => path.toLowerCase().replace(/(?<=.)\/+$/, '');

/**
 * Whether a path is a page for consumers or a Digital Link, which the server answers outside of the console. A link has a value after
 * its key: `/401` and `/404` are pages of the console.
 */
export const isConsumerPage = (path: string): boolean =>
  /^\/(consumer|c|m\/q)(\/|$)|^\/\d{2,4}\/./.test(plainPath(path));
