// URIs of what has no GS1 key. They are tags (RFC 4151): legal in EPCIS, unique to the enterprise, and no addresses, so there is
// nothing to call, and nothing that another server has to stay reachable for.

/** The year that tags are minted in names; it never changes. */
const minted = 2026;

/** Makes tags in the name of the enterprise's host. */
export class OwnUris {
  readonly #authority: string;

  constructor(publicUrl: string) {
    // A tag names an authority without a port.
    const { hostname } = new URL(publicUrl);
    this.#authority = `tag:${hostname.replace(/[^\w.-]/g, '-')},${minted}:`;
  }

  of(kind: string, ...parts: readonly (string | number)[]): string {
    return `${this.#authority}${[kind, ...parts.map((part) => encodeURIComponent(part))].join('/')}`;
  }
}

/** A code as it is printed, if a URI is the tag of one, whichever host it names: that may have changed since. */
export function codeInTag(uri: string): string | undefined {
  const [, text] = /^tag:[\w.-]+,\d{4}:code\/([^/]+)$/.exec(uri) ?? [];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
