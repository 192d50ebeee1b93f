import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { ReadSymbol } from './symbols.ts';

/**
 * Reads symbols outside the main thread, because reading takes longer than a frame. Only this file may compile WebAssembly, by
 * the server's Content-Security-Policy (docs/decisions/camera.md).
 */

prepareZXingModule({ overrides: { locateFile: () => wasm } });

/** The names of the formats in `BarcodeDetector`. */
const formats = { QRCode: 'qr_code', DataMatrix: 'data_matrix', Code128: 'code_128', EAN13: 'ean_13', EAN8: 'ean_8' };

const reads = Object.keys(formats) as (keyof typeof formats)[];

/** The result for a picture: its symbols, or the error. */
export type Reading = { readonly found: readonly ReadSymbol[] } | { readonly failed: string };

async function read(picture: ImageData): Promise<Reading> {
  try {
    // The text as encoded in the symbol, not its human-readable form.
    const symbols = await readBarcodes(picture, { formats: reads, textMode: 'Plain' });
    return {
      found: symbols.map(({ text, format }) => ({
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
