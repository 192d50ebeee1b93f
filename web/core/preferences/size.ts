import { create } from 'zustand';
import { readCookie, writeCookie } from '../cookies.ts';

export const sizes = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];

/** The stored size, else mini. */
export const chooseSize = (setting: string | undefined): Size => sizes.find((size) => size === setting) ?? 'mini';

export const useSize = create<{ readonly size: Size }>()(() => ({ size: chooseSize(readCookie('size')) }));

export function setSize(size: Size): void {
  writeCookie('size', size);
  useSize.setState({ size });
}
