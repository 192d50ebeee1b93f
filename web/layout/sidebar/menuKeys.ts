import type { KeyboardEvent } from 'react';

/** Where each key moves the focus to, from the place of the entry that has it; -1 if none has. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Moves the focus among the entries of the menu, and opens the one that has it, at once. antd's menu moves it in the next frame, so
 * that an Enter right after an arrow key would open the entry before; and it moves from the entry below a resting pointer, if there
 * is one, instead of from the one that has the focus. To be called as the event goes down (capture), before antd's menu gets it.
 */
export function pressInMenu(event: KeyboardEvent<HTMLElement>, collapsed: boolean): void {
  const { key, target, currentTarget } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(target instanceof Element)) return;
  // The groups of a collapsed sidebar open beside it, each a list of its own.
  const list = collapsed ? (target.closest('[role=menu]') ?? currentTarget) : currentTarget;
  const at = target.closest<HTMLElement>('[role=menuitem]');
  if (key === 'Enter') {
    // Groups beside a collapsed sidebar are opened by antd, which places them.
    if (!at || (collapsed && at.hasAttribute('aria-haspopup'))) return;
    (at.querySelector('a') ?? at).click();
  } else {
    const move = moves[key];
    const entries = [...list.querySelectorAll<HTMLElement>('[role=menuitem]')].filter((entry) =>
      entry.checkVisibility(),
    );
    const entry = move && entries[move(at ? entries.indexOf(at) : -1, entries.length)];
    if (!entry) return;
    (entry.querySelector('a') ?? entry).focus();
  }
  event.preventDefault();
  event.stopPropagation();
}
