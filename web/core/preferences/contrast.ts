import { contrast, luminance, readable } from '@suyuan/contract/contrast.ts';
import { shade, tint } from './shades.ts';

/** The colour, darkened or lightened until its contrast with the background suffices. */
export function readableOn(background: string, color: string): string {
  const change = luminance(background) > 0.18 ? shade : tint;
  for (let step = 0; step <= 20; step++) {
    const candidate = change(color, step / 20);
    if (contrast(candidate, background) >= readable) return candidate;
  }
  return change(color, 1);
}
