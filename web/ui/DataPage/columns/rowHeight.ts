import { type Size, useSize } from '../../../core/preferences/size.ts';
import type { Density } from './usePreferences.ts';

/** What a line of text takes, and what is around it, in the rows of each size. */
const padding: Readonly<Record<Size, number>> = { default: 14, medium: 10, small: 7, mini: 4 };
const line = 24;

const sizeOf = { default: 'default', middle: 'medium', small: 'mini' } as const;

/** The height of a list's rows, as CSS variables: that of the console's size, unless the person wants this list otherwise. */
export function useRowHeight(density: Density): Readonly<Record<`--row-${string}`, string>> {
  const size = useSize((state) => state.size);
  const around = padding[density === 'auto' ? size : sizeOf[density]];
  return {
    '--row-padding': `${around}px`,
    // A picture is no higher than the row is without it.
    '--row-picture': `${line + Math.max(0, around - 4) * 2}px`,
    '--row-around': `${Math.max(8, around)}px`,
  };
}
