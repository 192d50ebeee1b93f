import { createContext, type ReactNode, use, useMemo } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useNoticesSummary } from '#ui/notices/useNoticesSummary.ts';
import { countText } from '#ui/notices/WaitingList.tsx';
import type { MenuEntry } from './menuTree.ts';

type Counts = ReadonlyMap<string, number>;

const Waiting = createContext<Counts>(new Map());

/**
 * Provides the amount of waiting work by menu key. The counts are in a context, because a change then renders the counts alone;
 * the menu around them would take as long as a whole list.
 */
export function WaitingProvider({ children }: { readonly children: ReactNode }) {
  const waiting = useNoticesSummary()?.waiting;
  const counts = useMemo(() => {
    const byScreen = new Map<string, number>();
    for (const { screen, count } of waiting ?? []) byScreen.set(screen, (byScreen.get(screen) ?? 0) + count);
    return byScreen;
  }, [waiting]);
  return <Waiting value={counts}>{children}</Waiting>;
}

interface WaitingCountProps {
  readonly entry: MenuEntry;
  /** An open group has no count, because those of its entries are visible. */
  readonly openGroups: readonly string[];
}

/** The amount of work waiting on a screen, or on all screens in a closed group. */
export function WaitingCount({ entry, openGroups }: WaitingCountProps) {
  const { t } = useTranslation();
  const count = waitingIn(entry, use(Waiting), openGroups);
  if (count === 0) return null;
  return (
    <span className="menu-waiting">
      {countText(count)}
      <span className="visually-hidden"> {t('waiting.title')}</span>
    </span>
  );
}

function waitingIn(entry: MenuEntry, counts: Counts, openGroups: readonly string[]): number {
  if (!entry.children) return counts.get(entry.name) ?? 0;
  if (openGroups.includes(entry.name)) return 0;
  return entry.children.reduce((sum, child) => sum + waitingIn(child, counts, []), 0);
}
