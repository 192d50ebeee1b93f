import { fullPathOf, type Tab } from './tabs.ts';

const storageKey = 'tabs';

/** What is kept of the tabs of this window while its page is loaded anew: whose they are, and where they stand. */
interface Kept {
  readonly account: string;
  readonly tabs: readonly Omit<Tab, 'location'>[];
  readonly places: readonly string[];
}

export function keepTabs(account: string, visited: readonly Tab[]): void {
  const kept: Kept = {
    account,
    tabs: visited.map(({ location: _, ...tab }) => tab),
    places: visited.map(fullPathOf),
  };
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Storage can be refused altogether; the tabs then begin anew with every page.
  }
}

export function forgetTabs(): void {
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
}

/** The tabs that an account had in this window; none when they were another one's. */
export function keptTabs(account: string): Tab[] {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null') as Kept | null;
    if (kept?.account !== account) return [];
    return kept.tabs.map((tab, index) => ({ ...tab, location: placeAt(kept.places[index] ?? tab.path) }));
  } catch {
    return [];
  }
}

function placeAt(fullPath: string): Tab['location'] {
  const { pathname, search, hash } = new URL(fullPath, window.location.origin);
  return { pathname, search, hash, state: null, key: pathname };
}
