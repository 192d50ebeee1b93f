import { type Size, useSize } from '#core/preferences/size.ts';
import type { Density } from './usePreferences.ts';

/** The padding of rows for each size, and the height of a line of text, in pixels. */
const padding: Readonly<Record<Size, number>> = { default: 14, medium: 10, small: 7, mini: 4 };
const line = 24;

const sizeOf = { default: 'default', middle: 'medium', small: 'mini' } as const;

/** CSS variables for the row height of a list: by the density that the person chose for this list, else by the console's size. */
export function useRowHeight(density: Density): Readonly<Record<`--row-${string}`, string>> {
  const size = useSize((state) => state.size);
  const around = padding[density === 'auto' ? size : sizeOf[density]];
  return {
    '--row-padding': `${around}px`,
    // A picture must not make the row higher.
    '--row-picture': `${line + Math.max(0, around - 4) * 2}px`,
    '--row-around': `${Math.max(8, around)}px`,
  };
}
