import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PaintedText } from './paint.ts';
import type { Box } from './set-text.ts';
import type { Symbology } from './symbol.ts';

/** A horizontal line: nearly as wide as the page, or from a point on. */
export type Rule = number | { readonly x: number; readonly y: number; readonly width: number };

/** The contents of a page: texts, symbols, horizontal lines, and pictures. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PaintedText[];
  readonly symbols: readonly { readonly box: Box; readonly symbology: Symbology; readonly text: string }[];
  readonly rules: readonly Rule[];
  /** PNG or JPEG files, as large as fits into their boxes. */
  readonly pictures?: readonly { readonly box: Box; readonly file: Uint8Array }[];
}

export interface Paper {
  readonly title: string;
  readonly pages: readonly Page[];
}

export type PaperMessage = { readonly bytes: Uint8Array } | { readonly ended: true } | { readonly error: string };

/** Draws a PDF in a worker thread and yields its bytes. */
export async function* drawnPaper(paper: Paper): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./paper-worker.ts', import.meta.url), { workerData: paper });
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[PaperMessage]>) {
      if ('bytes' in message) yield message.bytes;
      else if ('ended' in message) return;
      else throw new Error(message.error);
    }
    throw new Error('the thread that draws papers ended');
  } finally {
    await worker.terminate();
  }
}
