import { type ReadSymbol, wantedFormats } from './symbols.ts';
import type { Reading } from './symbols.worker.ts';

/** Finds symbols in frames of a video. */
export interface SymbolReader {
  read(video: HTMLVideoElement): Promise<readonly ReadSymbol[]>;
  close(): void;
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<ReadSymbol[]>;
}
declare const BarcodeDetector: {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** Opens the browser's own reader if it supports all formats of labels, otherwise ours, which is loaded for it. */
export async function openSymbolReader(): Promise<SymbolReader> {
  if (!(await readsItself())) return workerReader();
  const detector = new BarcodeDetector({ formats: wantedFormats });
  return {
    // A frame that cannot be read is skipped, because others follow.
    read: (video) => detector.detect(video).catch(() => []),
    close: () => undefined,
  };
}

async function readsItself(): Promise<boolean> {
  if (!('BarcodeDetector' in globalThis)) return false;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  return wantedFormats.every((format) => formats.includes(format));
}

/** Reads frames in a worker, one at a time. `read` rejects if the worker or its WebAssembly fails to load. */
function workerReader(): SymbolReader {
  const worker = new Worker(new URL('./symbols.worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read: async (video) => {
      const { videoWidth: width, videoHeight: height } = video;
      if (!brush || width === 0) return [];
      Object.assign(canvas, { width, height });
      brush.drawImage(video, 0, 0);
      const picture = brush.getImageData(0, 0, width, height);
      const reading = await answerOf(worker, picture);
      if ('failed' in reading) throw new Error(reading.failed);
      return reading.found;
    },
    close: () => worker.terminate(),
  };
}

function answerOf(worker: Worker, picture: ImageData): Promise<Reading> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Reading>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(picture, [picture.data.buffer]);
  });
}
