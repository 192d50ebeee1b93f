import { contrast, luminance, readable } from '@suyuan/contract/contrast.ts';

type Rgb = readonly [number, number, number];

const channelsOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const colorOf = (channels: Rgb): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** A mix of two colours: 0 is the first, 1 the second. */
const mixed = (color: string, other: Rgb, part: number): string => {
  const [red, green, blue] = channelsOf(color);
  const mix = (from: number, to: number) => from + (to - from) * part;
  return colorOf([mix(red, other[0]), mix(green, other[1]), mix(blue, other[2])]);
};

export const tint = (color: string, part: number): string => mixed(color, [255, 255, 255], part);
export const shade = (color: string, part: number): string => mixed(color, [0, 0, 0], part);

/** Ten steps of 10 % towards white, the colour itself first, and the colour 10 % darker. */
export interface ThemeShades {
  readonly tints: readonly string[];
  readonly darker: string;
}

export const themeShades = (color: string): ThemeShades => ({
  tints: Array.from({ length: 10 }, (_, step) => tint(color, step / 10)),
  darker: shade(color, 0.1),
});

/** The colour, darkened or lightened until its contrast with the background suffices. */
export function readableOn(background: string, color: string): string {
  const change = luminance(background) > 0.18 ? shade : tint;
  for (let step = 0; step <= 20; step++) {
    const candidate = change(color, step / 20);
    if (contrast(candidate, background) >= readable) return candidate;
  }
  return change(color, 1);
}
