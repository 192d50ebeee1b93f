/** A path as routes are compared with it: as the router reads it, without regard to case or a slash at its end. */
export const plainPath = (path: string): string => path.toLowerCase().replace(/(?<=.)\/+$/, '');

/** The pages of consumers, which the server writes: the console only leads there. */
export const isConsumerPage = (path: string): boolean => /^\/(consumer|(c|m\/q)(\/[^/]*)?)$/.test(path);
