/** A path normalised for comparison as the router does it: without regard to case or a trailing slash. */
export const plainPath = (path: string): string => path.toLowerCase().replace(/(?<=.)\/+$/, '');

/**
 * Whether a path is a page for consumers or a Digital Link, which the server answers outside of the console. The pages of errors,
 * `/401` and `/404`, are the console's.
 */
export const isConsumerPage = (path: string): boolean =>
  /^\/(consumer$|(c|m\/q)(\/|$))|^\/(?!40[14]$)\d{2,4}(\/|$)/.test(plainPath(path));
