import { useEffect, useState } from 'react';
import { read, write } from './recent.ts';
import { useSession } from './session.ts';

/** Screens by their names: those that the person pinned, and those opened last, the latest first. */
export interface QuickScreens {
  readonly pinned: readonly string[];
  readonly recent: readonly string[];
}

/** The most screens remembered as opened last. */
const most = 12;

const usePlace = () => `quickScreens.${useSession((session) => session.self?.account_name ?? session.name)}`;

/** The screens that the person pinned or opened last, in this browser, and a function that pins or unpins one. */
export function useQuickScreens(): QuickScreens & { readonly pin: (name: string) => void } {
  const place = usePlace();
  const [quickScreens, setQuickScreens] = useState(() => quickScreensFrom(read(place)));
  const pin = (name: string) => {
    const { pinned, recent } = quickScreensFrom(read(place));
    const next = { recent, pinned: pinned.includes(name) ? pinned.filter((one) => one !== name) : [...pinned, name] };
    write(place, JSON.stringify(next));
    setQuickScreens(next);
  };
  return { ...quickScreens, pin };
}

/** Remembers the screen that is open. */
export function useOpenedScreen(name: string | undefined): void {
  const place = usePlace();
  useEffect(() => {
    if (name === undefined) return;
    const { pinned, recent } = quickScreensFrom(read(place));
    if (recent[0] === name) return;
    write(place, JSON.stringify({ pinned, recent: [name, ...recent.filter((one) => one !== name)].slice(0, most) }));
  }, [place, name]);
}

/** The stored screens, without malformed ones. */
export function quickScreensFrom(json: string | null): QuickScreens {
  const names = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
  try {
    const value = JSON.parse(json ?? '{}') as Partial<Record<keyof QuickScreens, unknown>> | null;
    return { pinned: names(value?.pinned), recent: names(value?.recent) };
  } catch {
    return { pinned: [], recent: [] };
  }
}
