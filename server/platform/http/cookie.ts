/** A cookie of a request, where it is made of letters, digits, hyphens and underscores; ours are. */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(header ?? '')?.[1];
