import { channelsOf, shade, tint } from './shades.ts';

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const readable = 4.5;

/** The colour, darkened or lightened as far as it takes to be read against another one. */
export function readableOn(background: string, color: string): string {
  const change = luminance(background) > 0.18 ? shade : tint;
  for (let step = 0; step <= 20; step++) {
    const candidate = change(color, step / 20);
    if (contrast(candidate, background) >= readable) return candidate;
  }
  return change(color, 1);
}
