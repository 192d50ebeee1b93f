import { openSymbolReader } from './symbolReader.ts';
import { textOf } from './symbols.ts';

/** Fine symbols on long labels need a higher resolution than the default of some phones. */
const wantedPicture = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };

export type CameraFailure = 'cameraRefused' | 'readerFailed';

interface Filming {
  readonly signal: AbortSignal;
  /** Is told the text of the symbol in each frame that has one. */
  readonly onText: (text: string) => void;
  /** Is told the camera once it films. */
  readonly onCamera?: (camera: MediaStream) => void;
}

/** Shows the camera's picture and reads it until `signal` is aborted; returns what failed. */
export async function film(
  video: HTMLVideoElement,
  { signal, onText, onCamera }: Filming,
): Promise<CameraFailure | undefined> {
  const camera = await navigator.mediaDevices.getUserMedia({ video: wantedPicture }).catch(() => undefined);
  if (!camera) return 'cameraRefused';
  const stop = () => {
    for (const track of camera.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) return undefined;
    video.srcObject = camera;
    onCamera?.(camera);
    await video.play();
    await readFrames(video, signal, onText);
    return undefined;
  } catch {
    return 'readerFailed';
  } finally {
    stop();
  }
}

async function readFrames(video: HTMLVideoElement, signal: AbortSignal, onText: (text: string) => void): Promise<void> {
  const reader = await openSymbolReader();
  try {
    while (!signal.aborted) {
      const text = textOf(await reader.read(video));
      if (text !== undefined && !signal.aborted) onText(text);
      await new Promise(requestAnimationFrame);
    }
  } finally {
    reader.close();
  }
}
