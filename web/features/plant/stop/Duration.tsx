import { useDuration } from './useDuration.ts';

/** How long something took. */
export function Duration({ seconds }: { readonly seconds: number }) {
  return useDuration()(seconds);
}
