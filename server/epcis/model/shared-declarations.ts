import type { EpcisDocument } from './document.ts';
import type { Declarations } from './namespaces.ts';

/** What events declare, as long as they agree; an event that does not has a context of its own. */
export function sharedDeclarations({ namespaces, events }: EpcisDocument): Declarations {
  const shared = new Map(namespaces);
  for (const event of events) {
    for (const [prefix, namespace] of event.namespaces) if (!shared.has(prefix)) shared.set(prefix, namespace);
  }
  return [...shared];
}
