import { fullPathOf, type Tab } from './tabs.ts';

const storageKey = 'tabs';

/** The tabs stored in `sessionStorage` across a reload: the account and the location of each tab. */
interface Kept {
  readonly account: string;
  readonly tabs: readonly Omit<Tab, 'location'>[];
  readonly places: readonly string[];
}

export function keepTabs(account: string, tabs: readonly Tab[]): void {
  const state: Kept = {
    account,
    tabs: tabs.map(({ location: _, ...tab }) => tab),
    places: tabs.map(fullPathOf),
  };
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(state));
  } catch {
    // If storage is not available, tabs do not survive a reload.
  }
}

export function forgetTabs(): void {
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is not available.
  }
}

/** The stored tabs of this window; empty if they are of another account. */
export function keptTabs(account: string): Tab[] {
  try {
    const state = JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null') as Kept | null;
    if (state?.account !== account) return [];
    return state.tabs.map((tab, index) => ({ ...tab, location: placeAt(state.places[index] ?? tab.path) }));
  } catch {
    return [];
  }
}

function placeAt(fullPath: string): Tab['location'] {
  const { pathname, search, hash } = new URL(fullPath, window.location.origin);
  return { pathname, search, hash, state: null, key: pathname };
}
