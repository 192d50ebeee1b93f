import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { openSymbolReader } from './symbolReader.ts';
import { textOf } from './symbols.ts';

/** Fine symbols on long labels need a higher resolution than the default of some phones. */
const wantedPicture = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };

type Failure = 'cameraRefused' | 'readerFailed';

/**
 * Reads codes with the camera while it is mounted. A code that is read repeatedly is reported once, until another one is read.
 */
export default function CameraScanner({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    if (!video.current) return;
    const controller = new AbortController();
    void film(video.current, controller.signal, (code) => latestOnCode.current(code)).then((problem) => {
      if (!controller.signal.aborted) setFailure(problem);
    });
    return () => controller.abort();
  }, []);
  return failure ? (
    <Alert type="warning" showIcon title={t(`codeInput.${failure}`)} />
  ) : (
    <video ref={video} muted playsInline aria-label={t('codeInput.camera')} style={{ width: '100%', maxWidth: 420 }} />
  );
}

/** Shows the camera's picture and reads it until `gone` is aborted; returns what failed. */
async function film(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onSymbol: (code: string) => void,
): Promise<Failure | undefined> {
  const camera = await navigator.mediaDevices.getUserMedia({ video: wantedPicture }).catch(() => undefined);
  if (!camera) return 'cameraRefused';
  const stop = () => {
    for (const track of camera.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) return undefined;
    video.srcObject = camera;
    await video.play();
    await readSymbols(video, signal, onSymbol);
    return undefined;
  } catch {
    return 'readerFailed';
  } finally {
    stop();
  }
}

async function readSymbols(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onSymbol: (code: string) => void,
): Promise<void> {
  const reader = await openSymbolReader();
  let last: string | undefined;
  try {
    while (!signal.aborted) {
      const code = textOf(await reader.read(video));
      if (code !== undefined && code !== last && !signal.aborted) {
        last = code;
        onSymbol(code);
      }
      await new Promise(requestAnimationFrame);
    }
  } finally {
    reader.close();
  }
}
