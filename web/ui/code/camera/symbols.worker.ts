import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { ReadSymbol } from './symbols.ts';

/**
 * Reads the symbols of pictures beside the page: reading takes longer than a frame. The server lets this file alone compile
 * WebAssembly (docs/decisions/camera.md).
 */

prepareZXingModule({ overrides: { locateFile: () => wasm } });

/** By the names that the browsers' own reader has for them. */
const formats = { QRCode: 'qr_code', DataMatrix: 'data_matrix', Code128: 'code_128', EAN13: 'ean_13', EAN8: 'ean_8' };

const reads = Object.keys(formats) as (keyof typeof formats)[];

/** What came of a picture; a picture that cannot be read says why. */
export type Reading = { readonly found: readonly ReadSymbol[] } | { readonly failed: string };

async function read(picture: ImageData): Promise<Reading> {
  try {
    // As the text stands in the symbol, and not as people would write it below.
    const found = await readBarcodes(picture, { formats: reads, textMode: 'Plain' });
    return {
      found: found.map(({ text, format }) => ({
        rawValue: text,
        format: formats[format as keyof typeof formats] ?? format,
      })),
    };
  } catch (error) {
    return { failed: String(error) };
  }
}

addEventListener(
  'message',
  ({ data }: MessageEvent<ImageData>) => void read(data).then((reading) => postMessage(reading)),
);
