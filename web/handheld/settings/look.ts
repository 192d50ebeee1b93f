import { create } from 'zustand';

/** How large letters are, and whether the screen is dark: `auto` as the device has it. */
export const sizes = ['normal', 'large', 'largest'] as const;
export const themes = ['auto', 'light', 'dark'] as const;

interface Look {
  readonly size: (typeof sizes)[number];
  readonly theme: (typeof themes)[number];
}

const setting = 'handheld.look';

export const useLook = create<Look>()(() => ({ size: 'normal', theme: 'auto' }));

/** Shows the program as it was chosen on this handheld. */
export function startLook(): void {
  const kept = JSON.parse(localStorage.getItem(setting) ?? '{}') as Partial<Look>;
  useLook.setState(kept);
  apply(useLook.getState());
  night.addEventListener('change', () => apply(useLook.getState()));
}

export function changeLook(change: Partial<Look>): void {
  useLook.setState(change);
  const look = useLook.getState();
  localStorage.setItem(setting, JSON.stringify(look));
  apply(look);
}

const night = matchMedia('(prefers-color-scheme: dark)');

function apply({ size, theme }: Look): void {
  const isDark = theme === 'auto' ? night.matches : theme === 'dark';
  Object.assign(document.documentElement.dataset, { size, theme: isDark ? 'dark' : 'light' });
}
