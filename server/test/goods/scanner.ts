import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Reads printed symbols as a phone would: by programs that are none of ours. */

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(wasm)).buffer } });

/** The texts of all symbols on a picture (PNG). */
export async function symbolsOn(picture: Uint8Array): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { tryHarder: true, maxNumberOfSymbols: 255 });
  return found.map(({ text }) => text);
}

/** What can be searched for in a PDF, line by line as it was written. */
export async function wordsOf(file: Uint8Array): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, n) => (await pdf.getPage(n + 1)).getTextContent()),
  );
  await pdf.destroy();
  return pages.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join('\n');
}

/** A page of a PDF as a picture, at the resolution of a label printer. */
export async function pageOf(file: Uint8Array, number: number): Promise<Uint8Array> {
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 300 / 72 });
  const factory = pdf.canvasFactory as {
    create(width: number, height: number): { canvas: { toBuffer(type: string): Buffer } };
  };
  const target = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: target.canvas as never, viewport }).promise;
  const picture = target.canvas.toBuffer('image/png');
  await pdf.destroy();
  return picture;
}
