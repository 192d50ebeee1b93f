import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { openSymbolReader, type SymbolReader } from '#ui/code/camera/symbolReader.ts';
import { textOf } from '#ui/code/camera/symbols.ts';

interface CameraProps {
  readonly onScan: (text: string) => void;
}

/** How long the same symbol in front of the camera is one scan, in milliseconds since it was last seen. */
const oneScan = 1500;

/** Reads symbols as long as it is shown, one after the other without a tap. */
export default function Camera({ onScan }: CameraProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [hasFailed, setFailed] = useState(false);
  const [hasTorch, setTorch] = useState(false);
  const tell = useEffectEvent(onScan);
  useEffect(() => {
    const ending = new AbortController();
    void film(video.current as HTMLVideoElement, ending.signal, tell, setTrack).catch(() => {
      if (!ending.signal.aborted) setFailed(true);
    });
    return () => ending.abort();
  }, []);
  // Not part of the types of the DOM: Chromium on Android has it.
  const canLight = (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
  const light = () => {
    setTorch(!hasTorch);
    void track?.applyConstraints({ advanced: [{ torch: !hasTorch } as MediaTrackConstraintSet] });
  };
  if (hasFailed) return <p className="hint hint-wrong">{t('handheld.noCamera')}</p>;
  return (
    <div className="camera">
      <video ref={video} muted playsInline aria-label={t('handheld.cameraPicture')} />
      {canLight && (
        <button type="button" aria-pressed={hasTorch} onClick={light}>
          {t('handheld.torch')}
        </button>
      )}
    </div>
  );
}

async function film(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onScan: (text: string) => void,
  onTrack: (track: MediaStreamTrack | undefined) => void,
): Promise<void> {
  const [stream, reader] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
    openSymbolReader(),
  ]);
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
    reader.close();
  };
  if (signal.aborted) return end();
  signal.addEventListener('abort', end);
  video.srcObject = stream;
  onTrack(stream.getVideoTracks()[0]);
  await video.play();
  await readAll(video, reader, signal, onScan);
}

async function readAll(
  video: HTMLVideoElement,
  reader: SymbolReader,
  signal: AbortSignal,
  onScan: (text: string) => void,
): Promise<void> {
  let last = { text: '', at: 0 };
  while (!signal.aborted) {
    await new Promise(requestAnimationFrame);
    const text = textOf(await reader.read(video));
    if (text === undefined) continue;
    const isSame = text === last.text && performance.now() - last.at < oneScan;
    last = { text, at: performance.now() };
    if (!isSame && !signal.aborted) onScan(text);
  }
}
