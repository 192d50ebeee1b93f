import { createRequire } from 'node:module';
import type { symbols } from '@suyuan/contract/tagging/code-rule.ts';
import type { BwippOptions } from 'bwip-js/node';

/** A symbol as dark rectangles, in modules, including its quiet zone. */
export interface Symbol {
  /** In modules, with the quiet zone. */
  readonly width: number;
  /** In modules; undefined for linear barcodes, which take any height. */
  readonly height: number | undefined;
  readonly bars: readonly Bar[];
}

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export type Symbology = (typeof symbols)[number];

/** The width of the quiet zone in modules, as the standard of each symbology requires. */
const quietZone = { qrcode: 4, datamatrix: 2, 'gs1-128': 10 } as const;

/** Options that the types of the package lack. */
interface SymbologyOptions extends BwippOptions {
  readonly eclevel?: 'M';
  readonly mask?: number;
}

/** The mask of QR codes is fixed: evaluating all eight takes twice the time, and readers accept any. */
const options: Readonly<Record<Symbology, SymbologyOptions>> = {
  qrcode: { eclevel: 'M', mask: 3 },
  datamatrix: {},
  'gs1-128': {},
};

const require = createRequire(import.meta.url);
let bwip: typeof import('bwip-js/node') | undefined;

interface Raw {
  pixs?: ArrayLike<number>;
  pixx?: number;
  pixy?: number;
  sbs?: ArrayLike<number>;
}

/** Draws a text; for GS1-128 it is an element string in brackets. Throws when the symbology cannot carry it. */
export function symbolOf(symbology: Symbology, text: string): Symbol {
  // Loaded with the first symbol: two megabytes of source.
  bwip ??= require('bwip-js/node') as typeof import('bwip-js/node');
  const [raw] = bwip.raw(symbology, text, options[symbology]) as Raw[];
  const quiet = quietZone[symbology];
  if (raw?.sbs) return linear(raw.sbs, quiet);
  if (raw?.pixs && raw.pixx && raw.pixy) return matrix(raw.pixs, raw.pixx, raw.pixy, quiet);
  throw new Error(`${symbology} could not be drawn`);
}

/** Widths of bars and spaces in turn. */
function linear(widths: ArrayLike<number>, quiet: number): Symbol {
  const bars: Bar[] = [];
  let x = quiet;
  Array.from(widths).forEach((width, index) => {
    if (index % 2 === 0) bars.push({ x, y: 0, width });
    x += width;
  });
  return { width: x + quiet, height: undefined, bars };
}

function matrix(modules: ArrayLike<number>, across: number, down: number, quiet: number): Symbol {
  const bars: Bar[] = [];
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      if (!modules[y * across + x]) continue;
      const begin = x;
      while (x + 1 < across && modules[y * across + x + 1]) x++;
      bars.push({ x: begin + quiet, y: y + quiet, width: x - begin + 1 });
    }
  }
  return { width: across + 2 * quiet, height: down + 2 * quiet, bars };
}
